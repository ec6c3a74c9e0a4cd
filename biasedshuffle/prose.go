package biasedshuffle

import (
	"go/ast"
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// What code says about itself: the names and comments of a declaration, as plain
// prose. Each expression asks for words, or for how they begin, so that "unbiased"
// is not biased, a "detail" is no tail, and "cardinality" no card. Boundaries are
// those of ASCII words, so that words in other scripts stand without.
var (
	shuffling = regexp.MustCompile(`\b(re)?shuffl|\binside out\b|\bfisher ?yates|\brand(om)? perm\b|\bdurstenfeld|\bscrambl|\bjumbl|\brandomi|\bpermut|\bmix(es|ing|ed)?\b` +
		`|\bbaraj(ar|a|ea|ear|eo)\b|\bmezcl|\bembaralh|\bm[ée]lang|\b(ver)?misch(en|e|t)?\b|\bmescol|перемеш|перетас|тасов|洗牌|打乱|乱序|シャッフル`)
	playing      = regexp.MustCompile(`\b(decks?|cards?|cartas?|mazos?|baralhos?|barajas?)\b|колод|扑克`)
	nearly       = regexp.MustCompile(`\b(nearly|almost|slightly)\b`)
	neighbouring = regexp.MustCompile(`\badjacent|\bneighb|\briffl`)
	walking      = regexp.MustCompile(`\btransposition|\brandom walk|\bmutat|\bperturb|\bneighb|\banneal|\ba few\b`)
	picking      = regexp.MustCompile(`\bgenerat|\bletters?\b|\bcharset|\bpasswo|\bquestion|\bquotes?\b|\bget\b|\bselect|\bgames?\b|\bdeal|\bplay|\bhangman\b|\bguess`)
	splitting    = regexp.MustCompile(`\bpivot|\bpartition|\bquick|\bsort|\bsplit|\bcut(s|ting)?\b|\bcrossover|\bmutat|\badjacent|\bneighb|\bpairs?\b|\bsentinel|\bwildcard`)
	replacing    = regexp.MustCompile(`\breplac|\bbootstrap|\bresampl|\bmutat|\bnoise|\bcorrupt`)
	sampling     = regexp.MustCompile(`\breservoir|\b(random|uniform) sampl|\bsampl(e|es|ing)\b`)
	weighting    = regexp.MustCompile(`\bweigh|\bbias|\bdecay|\breplac|\bbootstrap`)
	rotating     = regexp.MustCompile(`\brotat|\boffset|\bcyclic`)
	// Only some items are shuffled. "From the last item down to the first" says how.
	keeping = regexp.MustCompile(`\b(keeps?|keeping|kept|fixed|except|stays?|stayed|staying|leaves?|leaving|skip|skips|skipping|skipped|excluding|pin|pins|pinned|header|sentinels?)\b` +
		`|\b(all|everything|any) but\b|\bbut (the )?(first|last)\b|\bshuffl[a-z]* (only )?(the )?(rest|others?|remaining|tail)\b`)
	cycling = regexp.MustCompile(`\bcycl|\bsattolo|саттоло|\bciclo\b|\bderange|\bfixed points?\b|\bsanta\b` +
		`|\b(no|none|nobody|not|never|nothing|cannot|but|except|other|different)\b[^.]*\b(itself|themsel)|\b(to|for) (itself|themsel)`)
	// What cycles otherwise, or no cycle; and what keeps all.
	otherwise = regexp.MustCompile(`\b(draw|next|game|each|every|life|clock|update|epoch|training|billing|duty) cycles?\b|\b(not|no|never|unlike|than|instead of)( [a-z]+)? sattolos?\b` +
		`|\b(keep(s|ing)?|kept|leav(es|ing)|skip(s|ping)?) (all|every|each|any|track)\b`)
	sparing   = regexp.MustCompile(`\b(except|excluding|excludes?|skip[a-z]*|but|without|leav(e|es|ing)|keep[a-z]*|not) [^.]*\b(last|end|tail)\b|\bsentinel|\ball but\b`)
	numbering = regexp.MustCompile(`\bdigits?\b|\bnumbers?\b|\bnumeric|\bcodes?\b|\bpins?\b|\botps?\b|\bpasswo|\bphone`)
	drawing   = regexp.MustCompile(`\brand|随机|\bsorte|\bshuffl|\bpick|\bchoose|\bchoice|\bdraws?\b|\bwinner|\blotter|\broll(s|ed|ing)?\b|\bdice\b|\bcards?\b|\bdecks?\b`)
	gambling  = regexp.MustCompile(`\bcards?\b|\bdecks?\b|\bcartas?\b|\bsanta\b|\bwinners?\b|\bganador|\bpoker|\blotter|\braffle|\bpassword|^[^.]*\btokens?\b|\b(access|api|auth|csrf|reset|secret|session|security|random|new|get|gen|make|create|generates?) tokens?\b|\btokens? (gen|secret)|\botps?\b|\bpasscode|\blotto|\bloto|\bcasino|\bjackpot|\bbingo`)
	secrets   = regexp.MustCompile(`\bpasswo|\bsecrets?\b|\b(access|api|auth|csrf|reset|session|security) tokens?\b|\botps?\b|\bpasscode|\bcsrf\b|\bnonces?\b|\bo?auth\b`)
	dealing   = regexp.MustCompile(`\bdeal(s|t|ing)?\b|\bhands?\b`)
	lottery   = regexp.MustCompile(`\blott(o|ery|eries)\b|\bloto\b|\bkeno\b|\bbingo\b`)
	spreading = regexp.MustCompile(`\bjitter|\bbalanc|\bbackoff|\bsleep|\bdelay|\bduration|\binterval|\btime ?out|\bwait|\bports?\b|\bservers?\b|\bnodes?\b|\bpeers?\b|\bhosts?\b|\bendpoints?\b|\baddr|\bprox(y|ies)\b|\bbackends?\b|\breplicas?\b|\bshards?\b|\bnoise|\bmock|\bfake`)
	// A comparison is meant to be none, as in tests of a sort.
	unsorted = regexp.MustCompile(`\bnon ?determin|\binconsisten|\badversar`)

	disclaiming = regexp.MustCompile(`\b(biased|naive|naively|naïve|naïvely)\b|\bnot (a shuffle|uniform)\b`)
	// What it is not, and what another way would be.
	denying = regexp.MustCompile(`\b(not|non|never|no|nor|isnt|arent|cannot|cant|without|unlike|than|avoids?|avoiding|instead of|free of)( (a|an|any|the|this|that|be|being))? (biased|naive|naively|naïve|naïvely)\b` +
		`|\b(avoids?|avoiding|without|unlike|than|instead of|free of)( [a-z]+){1,4} (biased|naive|naïve)\b` +
		`|\b(naive|naïve)\b[^.]*\bwould\b`)
)

// disclaims reports whether the words tell that the code is biased, or naive.
func disclaims(words string) bool {
	return disclaiming.MatchString(denying.ReplaceAllString(words, "."))
}

// keeps reports whether the words tell that some items are not shuffled.
func keeps(words string) bool { return keeping.MatchString(otherwise.ReplaceAllString(words, ".")) }

// cycles reports whether the words tell that a cycle is meant.
func cycles(words string) bool { return cycling.MatchString(otherwise.ReplaceAllString(words, ".")) }

// claims reports whether the words speak of shuffling.
func claims(words string) bool { return shuffling.MatchString(words) || playing.MatchString(words) }

// words returns the names and comments of a declaration: what it says that it
// does, in lower case, with a space between words and a dot between sentences.
// Directives are not for readers.
func (c *checker) words(d ast.Decl) string {
	words, ok := c.said[d]
	if !ok {
		words = c.says(d)
		c.said[d] = words
	}
	return words
}

func (c *checker) says(d ast.Decl) string {
	var b strings.Builder
	from := d.Pos()
	switch d := d.(type) {
	case *ast.FuncDecl:
		prose(&b, d.Name.Name)
		if d.Recv != nil && len(d.Recv.List) > 0 {
			ast.Inspect(d.Recv.List[0].Type, func(n ast.Node) bool {
				if id, ok := n.(*ast.Ident); ok {
					prose(&b, id.Name)
				}
				return true
			})
		}
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			if v, ok := spec.(*ast.ValueSpec); ok {
				prose(&b, v.Names[0].Name)
			}
		}
		if d.Doc != nil {
			from = d.Doc.Pos()
		}
	}
	file := slices.IndexFunc(c.pass.Files, func(f *ast.File) bool { return f.FileStart <= d.Pos() && d.Pos() < f.FileEnd })
	for _, group := range c.pass.Files[file].Comments {
		if from <= group.Pos() && group.End() <= d.End() {
			if text := group.Text(); !strings.HasPrefix(text, "want `") {
				prose(&b, text)
			}
		}
	}
	return b.String()
}

// prose writes a name or a text as words and sentences. A name is split where a
// capital begins a word.
func prose(b *strings.Builder, text string) {
	runes := []rune(text + "\n")
	within := false // a word
	for i, r := range runes {
		switch {
		case unicode.IsLetter(r):
			if unicode.IsUpper(r) && within && (unicode.IsLower(runes[i-1]) || unicode.IsLower(runes[i+1])) {
				b.WriteByte(' ')
			}
			b.WriteRune(unicode.ToLower(r))
			within = true
		case r == '\'' || r == '’': // isn't
		case strings.ContainsRune(".;:!?", r) && unicode.IsSpace(runes[i+1]):
			b.WriteString(". ")
			within = false
		case within:
			b.WriteByte(' ')
			within = false
		}
	}
	b.WriteString(". ")
}
