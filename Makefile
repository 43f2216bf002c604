# The commands of this package; `make` lists them.

# Lint and test build with the same flags, so that one build serves both. A newer compiler may warn of more:
# `make test STRICT=` then still runs the tests.
STRICT := -Xswiftc -warnings-as-errors

.DEFAULT_GOAL := help
.PHONY: help setup build demo demo-python demo-spark test test-c test-python test-spark lint example fuzz bench bench-quick bench-instructions bench-ways sanitize check-ui format clean

help: ## List these commands
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "make %-18s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: ## Install the libraries that are missing
	@scripts/bootstrap

build: setup ## Build the optimised command line tool
	swift build --configuration release --product personalize

demo: build ## Show the tool at work; results go to out/
	@scripts/demo

demo-python: ## The same engine in Polars and DuckDB, from a virtual environment of its own
	@scripts/demo-python

demo-spark: ## The same on Spark, with two cores of this machine
	@scripts/demo-spark

test: setup ## Check the shipped JSON against its schemas and run all tests
	@scripts/check-schemas
	swift test $(STRICT)

test-c: ## Build the C library, and run a C program against it under the address sanitizer
	@scripts/test-c

test-python: ## Run the tests of the Python package, and of the C library below it
	@scripts/test-python

test-spark: ## Run the tests on Spark
	@scripts/test-python spark

lint: setup ## Check the formatting and that nothing compiles with a warning
	swift format lint --strict --recursive Package.swift Sources Tests Plugins Examples Fuzz Benchmarks
	swift build --build-tests $(STRICT)

example: setup ## Walk through a small app in the terminal: the tree, and commands
	@swift build --package-path Examples/LanguageCoach --scratch-path .build/example 2>&1 | tail -1
	@if [ -t 0 ]; then .build/example/debug/LanguageCoach .; else .build/example/debug/LanguageCoach . < Examples/LanguageCoach/walk.txt; fi

fuzz: setup ## Fuzz saved states, links, CSV files, users, conditions and workspaces, each for FUZZ_SECONDS (60)
	@scripts/fuzz

bench: build ## Measure batch files beside Polars, DuckDB, GrowthBook and cp; results go to out/
	@scripts/bench

bench-quick: build ## The same on a small file, in under a minute
	@scripts/bench --quick

bench-ways: ## Measure Python, Polars, pandas, DuckDB, Spark and the command line side by side
	@scripts/bench-ways

bench-instructions: build ## Compare the instructions spent on a row with the record
	@scripts/bench-instructions

sanitize: setup ## Run the tests of engine and batches under the address and the thread sanitizer
	@scripts/sanitize

check-ui: ## Type-check the SwiftUI views against our own declarations of Apple's API
	@scripts/check-ui

format: ## Format all Swift sources in place
	swift format --in-place --recursive Package.swift Sources Tests Plugins Examples Fuzz Benchmarks

clean: ## Remove everything that was built or written
	rm -rf .build out
