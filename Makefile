# `make run` starts everything, `make test` checks everything. Both need Python 3.11 to 3.14 and pip, nothing else.

PYTHON  ?= python3
WORKERS ?= 3
BROWSERS ?= 2
SEED    ?= 1
PY      := .venv/bin/python
# The many processes that tests start share the bytecode that the first one writes.
PYTEST  := env -u DATABASE_URL -u CELERY_BROKER_URL -u PYTHONDONTWRITEBYTECODE LOG_LEVEL=WARNING COMPTOIR_TEST_SEED=$(SEED) PYTHONHASHSEED=$(SEED) $(PY) -m pytest -q

.PHONY: help run test test-web test-services lint lint-web soak chaos bench compiled clients bundle vendor lock clean

help: ## list these targets
	@awk -F':.*## ' '/^[a-z-]+:.*## / { printf "make %-14s %s\n", $$1, $$2 }' Makefile

run: .venv/.runtime ## start PostgreSQL, web, worker and scheduler (PORT=8000, COMPTOIR_DATA=.data)
	@exec $(PY) -u manage.py up

test: .venv/.dev ## run all tests but the browser's, on a temporary PostgreSQL (SEED=1, WORKERS=3)
	@$(PYTEST) -n $(WORKERS) --dist loadgroup --randomly-seed=$(SEED) --durations 10 --ignore tests/web

test-web: .venv/.dev ## test the web client in Chromium (SEED=1, BROWSERS=2)
	@$(PYTEST) -n $(BROWSERS) --dist loadfile --no-loadscope-reorder -p no:randomly --durations 10 tests/web

test-services: .venv/.dev ## test with the PostgreSQL, RabbitMQ and Redis of this machine
	@WORKERS=$(WORKERS) COMPTOIR_TEST_SEED=$(SEED) PYTHONHASHSEED=$(SEED) $(PY) -m tests.services

lint: .venv/.dev ## ruff, mypy, import-linter, migrations, the OpenAPI document
	@$(PYTEST) tests/test_architecture.py

lint-web: .venv/.dev ## Prettier, ESLint and the types of the web client (needs Node)
	@$(PY) -m clients.generator.web_types
	@cd project/web/vendor && npm ci --silent && npm run --silent lint

soak: .venv/.dev ## run the random tests with one seed after another (MINUTES=60)
	@WORKERS=$(WORKERS) $(PY) -m tests.soak $(if $(MINUTES),--minutes $(MINUTES))

chaos: .venv/.dev ## load the server with floods of requests, then kill its processes under load (MINUTES=10)
	@$(PY) -m tests.chaos.floods --seconds 15
	@$(PY) -m tests.chaos $(if $(MINUTES),--minutes $(MINUTES))

bench: .venv/.dev ## measure speed (ARGS="web": the web client)
	@$(PY) -m tests.bench $(ARGS)

compiled: .venv/.dev ## compile the games with mypyc, for bots that search (needs a C compiler)
	@$(PY) -m project.compile_games

clients: .venv/.dev ## build the client packages: a Python wheel and, with Node, an npm tarball
	@$(PY) -m clients.generator

bundle: .venv/.runtime ## bundle the web client for `collectstatic`
	@$(PY) -m project.web.bundling

vendor: ## rebuild the web client's libraries from their pinned packages (needs Node)
	@project/web/vendor/build.sh

lock: .venv/.dev ## pin the dependencies of pyproject.toml in uv.lock and requirements*.txt (ARGS=--upgrade)
	@.venv/bin/uv lock --quiet --no-config $(ARGS)
	@.venv/bin/uv export --quiet --no-config --frozen --no-emit-project --no-annotate --group embedded -o requirements.txt
	@.venv/bin/uv export --quiet --no-config --frozen --no-emit-project --no-annotate --group dev -o requirements-dev.txt

clean: ## remove the virtual environment, builds and caches
	rm -rf .venv build .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# Where `venv` cannot install pip (Debian without python3-venv), the pip of $(PYTHON) installs into the environment.
$(PY):
	@$(PYTHON) -c 'import sys; (3, 11) <= sys.version_info < (3, 15) or sys.exit("Comptoir needs Python 3.11 to 3.14, this is " + sys.version.split()[0] + "; try: make PYTHON=python3.12 run")'
	@$(PYTHON) -m venv .venv 2>/dev/null || $(PYTHON) -m venv --clear --without-pip .venv

pip = $$($(PY) -m pip --version >/dev/null 2>&1 && echo $(PY) -m pip || echo $(PYTHON) -m pip --python $(PY)) \
      install --quiet --require-hashes

.venv/.runtime: requirements.txt | $(PY)
	@echo "installing $< into .venv"
	@$(pip) -r $< && touch $@

.venv/.dev: requirements-dev.txt | $(PY)
	@echo "installing $< into .venv"
	@$(pip) -r $< && touch $@ .venv/.runtime
