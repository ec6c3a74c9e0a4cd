# java.sh N CLASSPATH "STATEMENT" runs a program in Java that prints decks of the numbers from 1 to N, one a line, for
# ever. STATEMENT shuffles the deck x, an array of Integer.
dir=$(mktemp -d)
cat > "$dir/Deals.java" <<END
import java.util.*;
class Deals {
	public static void main(String[] args) {
		while (!System.out.checkError()) {
			Integer[] x = new Integer[$1];
			for (int i = 0; i < x.length; i++) x[i] = i + 1;
			$3;
			StringBuilder line = new StringBuilder();
			for (int i : x) line.append(i).append(' ');
			System.out.println(line);
		}
	}
}
END
exec java -cp "$2" "$dir/Deals.java"
