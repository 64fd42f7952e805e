# Everything that is done to this repository has a target here, and CI calls the same ones.
# `make help` lists them.

VERSION  ?= $(shell git describe --tags --always --dirty 2>/dev/null || echo devel)
LDFLAGS  := -s -w -X main.version=$(VERSION)
GOFLAGS  := -trimpath -buildvcs=false
LINT     := go run github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
FUZZTIME ?= 10s
TIMEOUT  ?= 8m# for the tests of a package; the longest take a minute and a half on two quiet cores

# The program needs no C library; the race detector of the tests does need a C compiler.
export CGO_ENABLED := 0

.DEFAULT_GOAL := help
.PHONY: help build build-otel size install demo test sdk-test otel-test check fmt vet lint fuzz bench bench-check recordings screens features cross clean

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "%-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

build: ## build bin/eidolon
	@mkdir -p bin
	go build $(GOFLAGS) -ldflags '$(LDFLAGS)' -o bin/eidolon ./cmd/eidolon

build-otel: ## build bin/eidolon with the OpenTelemetry exporter
	@mkdir -p bin
	go build -tags otel $(GOFLAGS) -ldflags '$(LDFLAGS)' -o bin/eidolon ./cmd/eidolon

size: build ## fail when the program is larger than 35 MB, stripped
	@size=$$(wc -c < bin/eidolon); echo "$$size bytes"; test $$size -le 35000000

install: ## install eidolon into GOBIN
	go install $(GOFLAGS) -ldflags '$(LDFLAGS)' ./cmd/eidolon

demo: build ## watch it fix a failing test, without a key and without a network
	bin/eidolon demo

test: ## all tests, with the race detector where a C compiler is at hand
	@if command -v $${CC:-gcc} >/dev/null 2>&1; then \
		CGO_ENABLED=1 go test -race -shuffle=on -timeout $(TIMEOUT) ./...; \
	else \
		echo "no C compiler: testing without the race detector"; go test -shuffle=on -timeout $(TIMEOUT) ./...; \
	fi

sdk-test: ## drive the program with other people's SDKs; needs node and npm
	go test -count=1 -v -run SDK ./cmd/eidolon

otel-test: ## tests of what only builds with the tag otel have
	go vet -tags otel ./internal/telemetry ./internal/app
	go test -tags otel ./internal/telemetry

check: fmt vet lint test ## what a change must pass

fmt: ## fail on files that gofmt would change
	@test -z "$$(gofmt -l $$(git ls-files '*.go'))" || { gofmt -l $$(git ls-files '*.go'); exit 1; }

vet: ## go vet
	go vet ./...

lint: ## golangci-lint
	$(LINT) run ./...

fuzz: ## run every fuzz target for FUZZTIME
	@for pkg in $$(go list ./...); do \
		for target in $$(go test -list '^Fuzz' $$pkg | grep '^Fuzz'); do \
			echo "$$pkg $$target"; go test -run '^$$' -fuzz "^$$target$$" -fuzztime $(FUZZTIME) $$pkg || exit 1; \
		done; \
	done

bench: build ## benchmarks, and the real binary against a stub server, beside the budgets
	GOGC=300 go test -run '^$$' -bench . -benchmem ./... # the pace of the program itself
	go run ./internal/bench -binary bin/eidolon

bench-check: build ## fail when a budget is missed by more than twice
	go run ./internal/bench -binary bin/eidolon -check

recordings: ## record the sessions in testdata/replay anew, with the real program against a stub server
	go test ./cmd/eidolon -run '^TestRecord$$' -update

screens: build ## make the pictures in docs/screens anew; needs tmux
	go run ./internal/screens -binary bin/eidolon -out docs/screens

features: ## list the feature rows with and without a test
	@go run ./internal/house/features

cross: ## build for every supported system
	@mkdir -p dist
	@for os in linux darwin windows; do for arch in amd64 arm64; do \
		ext=; [ $$os = windows ] && ext=.exe; \
		echo "$$os/$$arch"; \
		GOOS=$$os GOARCH=$$arch go build $(GOFLAGS) -ldflags '$(LDFLAGS)' -o dist/eidolon-$$os-$$arch$$ext ./cmd/eidolon || exit 1; \
	done; done

clean: ## remove what was built
	rm -rf bin dist
