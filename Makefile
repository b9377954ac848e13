# Wraps the commands of README.md. Needs Python 3.11 or newer, and nothing else.

PYTHON ?= python3
CORES ?= $(shell $(PYTHON) -c "import os; print(os.cpu_count())")
BUILD = .venv/bin/python -m snakemake --cores $(CORES)

quick: .venv/ready  ## every experiment with fewer repeats, into results/quick
	$(BUILD) --config scale=quick
	@cat results/quick/summary.md
	@echo "All rows: results/quick/scorecard.html. Figures: results/quick/<paper>/figures."

full: .venv/ready  ## every experiment at the papers' own scale, into results
	$(BUILD)
	@cat results/summary.md
	@echo "All rows: results/scorecard.html. Figures: results/<paper>/figures."

test: .venv/ready  ## all tests, a small build from end to end among them
	.venv/bin/python -m pytest

# Everything has a hash. One package is built here, with setuptools of the first lock.
.venv/ready: requirements-build.lock requirements.lock pyproject.toml
	@$(PYTHON) -c "import sys; sys.version_info >= (3, 11) or sys.exit('Pride needs \
	Python 3.11 or newer, found ' + sys.version.split()[0] + '; try make PYTHON=...')"
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet --disable-pip-version-check \
		--require-hashes -r requirements-build.lock \
		&& .venv/bin/python -m uv pip install --quiet --compile-bytecode \
		--require-hashes --no-build-isolation --python .venv/bin/python \
		-r requirements.lock \
		|| .venv/bin/python -m pip install --require-hashes -r requirements.lock
	.venv/bin/python -m pip install --quiet --no-deps --no-build-isolation -e .
	@touch .venv/ready

.PHONY: quick full test
