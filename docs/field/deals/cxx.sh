# cxx.sh N "HEADER..." "DECLARATIONS" "STATEMENT" [FLAG]... compiles and runs a program in C++ that prints decks of
# the numbers from 1 to N, one a line, for ever. STATEMENT shuffles the deck x, a vector of int.
n=$1 headers=$2 declarations=$3 statement=$4
shift 4
program=$(mktemp)
{
	printf '#include <%s>\n' $headers cstdio numeric vector
	cat <<-END
	int main() {
		$declarations;
		for (std::vector<int> x($n);; puts("")) {
			std::iota(x.begin(), x.end(), 1);
			$statement;
			for (int i : x) printf("%d ", i);
		}
	}
	END
} | ${CXX:-c++} -O2 -x c++ - -o "$program" "$@" && exec "$program"
