# make test     what must hold before a change goes in
# make check    what takes longer: the race detector, 32 bits, other systems
# make bench    the benchmarks; BENCH=regexp and BENCHTIME choose
# make fuzz     each fuzz target for FUZZTIME
# make soak     the command against a slow twin, under faults, for SOAKTIME
# make silence  the analyser on the standard library and x/tools: minutes
# make cover    the share of statements that tests reach
# make elsewhere  the orders of Python and JavaScript, compared with the command; a part of make check
# make api      the API, compared with the newest release: a part of make check
# make packages  the packages for Python (setuptools, wheel) and JavaScript (npm), into dist
# make release-check  a release, built twice and compared, and installed: TARGETS=linux_amd64 for a trial
# make audit    the audits of docs/field at full length, some minutes; audit-usual, a part of make check, has
#               those of programs that most machines have
# make plugin  the nested modules biasedshuffle/golangci and audit/view/schema: a part of make check
# make parquet-short  the nested module parquet, without DuckDB: a part of make check
# make parquet  the nested module parquet, its memory, and 200 random files compared with DuckDB, which npm installs
# make engines  yates.spark, yates.ray, yates.dask, the recipes of docs/engines.md and job arrays, on the real programs:
#               those of Python from PyPI; needs Java 17, and parallel and slurm-wlm for job arrays; minutes
# make libraries  numpy, pandas, Arrow, polars, DuckDB, datasets, scikit-learn, mypy and pyright with orders, from PyPI
# make web      the page, and its tests in Chromium and Firefox, which it installs on Debian as root
# make man      the manual pages, from the help of the commands
#
# bench/peers.py compares yates with other programs.
#
# Needed: make, Go (go.mod says which), xz for the page, and for make check a C compiler (gcc).
# Go downloads what go.mod pins, staticcheck included; nothing is installed.

GO        ?= go
RACE      ?= -race
BENCH     ?= .
BENCHTIME ?= 1s
FUZZTIME  ?= 30s
SOAKTIME  ?= 10m

# A slow or busy machine takes longer than the ten minutes that Go allows a package.
TEST = $(GO) test -timeout 60m

# What must do the same with 32-bit integers.
PORTABLE  = . ./order ./records/... ./internal/engine/... ./cards ./draw ./internal/sparse ./internal/chacha8 ./internal/feistel ./internal/packing
PLATFORMS = linux/amd64 linux/arm64 linux/386 darwin/arm64 windows/amd64

.PHONY: test check plugin elsewhere packages workflows api release-check need vet unit race portable cross bench fuzz soak silence cover audit audit-usual parquet parquet-short libraries engines man web

test: need vet unit

check: race portable cross audit-usual plugin parquet-short elsewhere workflows api

workflows:
	cd .github && $(GO) tool actionlint workflows/*.yml ../examples/lint/.github/workflows/*.yml

# What the newest release of this major version has, later ones must have. A release of the next says so by its tag.
MODULE = github.com/yates-shuffle/yates
api:
	@tag=$$(git describe --tags --abbrev=0 --match 'v[1-9]*.*.*' --exclude '*-*' 2>/dev/null) || { \
		echo "make: nothing is released yet, so there is no API to compare with"; exit 0; }; \
	dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; mkdir "$$dir/old"; git archive "$$tag" | tar -x -C "$$dir/old"; \
	apidiff=$$(cd .github && $(GO) tool -n apidiff); \
	{ (cd "$$dir/old" && "$$apidiff" -m -w "$$dir/api" $(MODULE)) && \
		"$$apidiff" -m -incompatible "$$dir/api" $(MODULE) >"$$dir/lost"; } 2>"$$dir/log" || { cat "$$dir/log" >&2; exit 1; }; \
	test ! -s "$$dir/lost" || { echo "make: the API of $$tag has changed:" >&2; cat "$$dir/lost" >&2; exit 1; }

# The same orders in Python, without numpy and with it, and in JavaScript.
PYTHONS = python3 /usr/bin/python3
elsewhere:
	@command -v python3 >/dev/null || echo "make: there is no python3, so the Python package is not tested" >&2
	@dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; $(GO) build -o "$$dir/yates" ./cmd/yates || exit 1; \
	fast=$$(for p in $(PYTHONS); do "$$p" -c 'import numpy' 2>/dev/null && echo "$$p" && break; done); \
	test -n "$$fast" || echo "make: there is no numpy (Debian: python3-numpy), so orders with it are not tested" >&2; \
	cd python && for p in $$(command -v python3) $$fast; do \
		YATES="$$dir/yates" "$$p" -m unittest discover -s tests || exit 1; done; cd ..; \
	/usr/bin/python3 -c 'import ensurepip, setuptools, wheel' 2>/dev/null && { \
		YATES="$$dir/yates" /usr/bin/python3 release/carry_test.py || exit 1; }; \
	command -v node >/dev/null || { echo "make: there is no node, so the module is not tested" >&2; exit 0; }; \
	YATES="$$dir/yates" node --test --test-reporter=dot js/test/ js/eslint/test/

# The packages for Python and JavaScript, into DIST. They are built twice, and must be the same bytes.
# setuptools writes the times of files into the source package, so that is packed again.
PYTHON = python3
DIST   = dist
packages:
	@{ $(PYTHON) -c 'import setuptools.command.bdist_wheel' || $(PYTHON) -c 'import setuptools, wheel'; } 2>/dev/null || { \
		echo "make: $(PYTHON) has no setuptools or no wheel (Debian: python3-setuptools, python3-wheel)" >&2; exit 1; }
	@set -e; umask 022; dir=$$(mktemp -d); trap 'rm -rf "$$dir"' EXIT; export SOURCE_DATE_EPOCH=$$(git log -1 --format=%ct); \
	for n in 1 2; do \
		mkdir -p "$$dir/$$n/new" "$$dir/all/$$n"; git -c tar.umask=022 archive HEAD python js order/testdata/vectors.json | tar -x -C "$$dir/$$n"; cd "$$dir/$$n/python"; \
		cp ../order/testdata/vectors.json tests; \
		$(PYTHON) -c 'import setuptools.build_meta as b; b.build_wheel(".."); b.build_sdist("..")' >"$$dir/log" 2>&1 || \
			{ cat "$$dir/log" >&2; exit 1; }; \
		cd ..; \
		tar -xzf yates-*.tar.gz -C new; name=$$(ls new); rm yates-*.tar.gz; \
		tar --sort=name --mtime=@$$SOURCE_DATE_EPOCH --owner=0 --group=0 --numeric-owner --format=ustar -C new -c "$$name" | \
			gzip -9n > "$$name.tar.gz"; \
		(cd js && npm pack --silent --pack-destination .. >/dev/null && mv ../yates-[0-9]*.tgz "../$$name-npm.tgz"); \
		(cd js/cli && npm pack --silent --pack-destination ../.. >/dev/null && mv ../../yates-cli-*.tgz "../../$$name-npm-cli.tgz"); \
		mv yates-* "$$dir/all/$$n"; cd "$(CURDIR)"; \
	done; \
	diff -r "$$dir/all/1" "$$dir/all/2"; mkdir -p $(DIST); cp "$$dir/all/1/"* $(DIST); cd $(DIST); sha256sum yates-*

release-check:
	release/check.sh

# Say what is missing before minutes have gone by.
need:
	@command -v $(GO) >/dev/null || { \
		echo "make: there is no $(GO) command: install Go from https://go.dev/dl/" >&2; exit 1; }

vet:
	@unformatted=$$("$$($(GO) env GOROOT)/bin/gofmt" -l .) && test -z "$$unformatted" || { \
		echo "make: not formatted; run gofmt -w on:" $$unformatted >&2; exit 1; }
	$(GO) vet ./...
	staticcheck=$$(cd .github && $(GO) tool -n staticcheck) && "$$staticcheck" ./...
	$(GO) run ./cmd/biasedshuffle ./...

unit:
	$(TEST) ./...

# The race detector makes code some ten times slower, so slow tests without
# goroutines look at testing.Short.
race: need
ifneq ($(RACE),)
	@command -v $$($(GO) env CC) >/dev/null || { \
		echo "make: the race detector needs a C compiler, and there is no $$($(GO) env CC):" >&2; \
		echo "make: install gcc (on Debian: apt-get install gcc libc6-dev), or go without: make check RACE=" >&2; exit 1; }
	CGO_ENABLED=1 $(TEST) $(RACE) -short ./...
endif

# Linux on x86-64 runs 32-bit programs; elsewhere cross checks that they compile.
portable:
ifeq ($(shell $(GO) env GOHOSTOS GOHOSTARCH),linux amd64)
	CGO_ENABLED=0 GOARCH=386 $(TEST) $(PORTABLE)
	CGO_ENABLED=0 GOARCH=386 $(TEST) -short ./audit/... ./biasedshuffle
endif

# vet compiles the tests, too.
cross:
	@set -e; for p in $(PLATFORMS); do \
		echo "build and vet for $$p"; \
		export CGO_ENABLED=0 GOOS=$${p%/*} GOARCH=$${p#*/}; \
		$(GO) build ./...; $(GO) vet ./...; \
	done

bench:
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchtime $(BENCHTIME) -benchmem ./...

fuzz:
	@set -e; found=; for p in $$($(GO) list ./...); do \
		for f in $$($(GO) test -list '^Fuzz' $$p | grep '^Fuzz'); do \
			found=1; echo "$$p $$f"; \
			$(GO) test -run '^$$' -fuzz "^$$f\$$" -fuzztime $(FUZZTIME) $$p; \
		done; \
	done; \
	test -n "$$found" || { echo "make: there are no fuzz targets" >&2; exit 1; }
	$(GO) test ./internal/engine -run '^TestTrials$$' -trial $$(date +%s)000 -trials 1000

soak:
	$(GO) test ./internal/soak -run TestSoak -v -timeout 0 -seed $$(date +%s) -time $(SOAKTIME)

silence:
	$(GO) test -run Silence -timeout 30m ./biasedshuffle -args -silence

cover:
	$(GO) test -coverprofile cover.out -coverpkg ./... ./...
	$(GO) tool cover -func cover.out

audit-usual:
	$(TEST) -count 1 -run '^TestAuditCases$$' ./cmd/yates -usual

audit:
	$(GO) test -count 1 -timeout 30m -run '^TestAuditCases$$' -v ./cmd/yates -full

plugin:
	cd biasedshuffle/golangci && $(GO) vet ./... && $(TEST) ./...
	cd audit/view/schema && $(GO) vet ./... && $(TEST) ./...

parquet-short:
	cd parquet && $(GO) vet ./... && $(TEST) ./...

parquet: parquet-short
	cd parquet && $(GO) test ./cmd/yates-parquet -run TestLimits -limits
	@set -e; bin=$$(mktemp -d); trap 'rm -rf "$$bin"' EXIT; export CGO_ENABLED=0; \
		$(GO) build -o "$$bin/" ./cmd/yates; $(GO) build -C parquet -o "$$bin/" ./cmd/yates-parquet; \
		cp parquet/duckdb/compare.mjs "$$bin"; cd "$$bin"; npm install --silent --no-audit --no-fund @duckdb/node-api; \
		node compare.mjs ./yates ./yates-parquet

LIBRARIES = python/build/libraries
libraries:
	test -x $(LIBRARIES)/bin/python || $(PYTHON) -m venv $(LIBRARIES)
	$(LIBRARIES)/bin/python -m pip install --quiet --disable-pip-version-check -r python/tests/libraries/requirements.txt
	@set -e; bin=$$(mktemp -d); trap 'rm -rf "$$bin"' EXIT; export CGO_ENABLED=0; \
		$(GO) build -o "$$bin/" ./cmd/yates; $(GO) build -C parquet -o "$$bin/" ./cmd/yates-parquet; \
		export YATES=$$bin/yates YATES_PARQUET=$$bin/yates-parquet PYTHONPATH=$(CURDIR)/python; \
		cd python/tests/libraries && $(CURDIR)/$(LIBRARIES)/bin/python -m unittest -v test_libraries test_types

# Each kind of test is a process of its own, as engines do not end well.
ENGINES = python/build/engines
engines:
	test -x $(ENGINES)/bin/python || $(PYTHON) -m venv $(ENGINES)
	$(ENGINES)/bin/python -m pip install --quiet --disable-pip-version-check -r python/tests/engines/requirements.txt
	@set -e; bin=$$(mktemp -d); trap 'rm -rf "$$bin"' EXIT; CGO_ENABLED=0 $(GO) build -o "$$bin/" ./cmd/yates; \
		PATH=$$bin:$$PATH examples/jobarrays/test.sh; \
		python=$(CURDIR)/$(ENGINES)/bin/python; export YATES=$$bin/yates PYTHONPATH=$(CURDIR)/python; \
		cd python/tests/engines; for test in recipes dask ray spark.Local spark.Killed; do \
			"$$python" -W ignore -m unittest -v test_$$test; \
		done

# The browsers, axe-core, jsqr and puppeteer-core are only for these tests; what is missing is said and skipped.
web:
	@{ command -v chromium && command -v firefox-esr; } >/dev/null || ! command -v apt-get >/dev/null || test "$$(id -u)" != 0 || \
		{ apt-get update && apt-get install -y --no-install-recommends chromium firefox-esr; } >/dev/null
	@! command -v npm >/dev/null || test -e web/test/node_modules/jsqr || \
		npm install --prefix web/test --no-save --no-audit --no-fund axe-core@4.14.1 jsqr@1.4.0 puppeteer-core@24.43.1 || true
	$(GO) run ./web/build
	cd web/test && $(GO) vet ./... && $(GO) test -count 1 -timeout 30m -v .

man:
	$(GO) generate ./cmd/...
