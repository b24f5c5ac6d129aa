"""Makes the virtual environment: `python3 tools/environment.py play|dev|bench`.

`play` installs what a player needs, `dev` what the tests need, `bench` the libraries that benchmarks compare with. It
uses only the standard library, and syntax that an old Python can read, so that it can say which Python it needs.
"""

import os
import shutil
import subprocess
import sys

OLDEST = (3, 11)
NEWER = ("python3.14", "python3.13", "python3.12", "python3.11")
ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VENV = os.path.join(ROOT, ".venv")
PYTHON = os.path.join(VENV, "Scripts" if os.name == "nt" else "bin", "python")
BUILD_LOCK = "requirements-build.lock"
LOCKS = {"play": "requirements-play.lock", "dev": "requirements.lock", "bench": "requirements-bench.lock"}


def fresh_enough_python():
    # type: () -> str
    """This Python, or a newer one beside it."""
    if sys.version_info[:2] >= OLDEST:
        return sys.executable
    for name in NEWER:
        found = shutil.which(name)
        if found:
            return found
    sys.exit("Redball needs Python 3.11 or newer; this is Python {}.{}.".format(*sys.version_info[:2]))


def make_venv():
    # type: () -> None
    """Make .venv unless it is there and works."""
    if os.path.exists(PYTHON) and subprocess.call([PYTHON, "-m", "pip", "--version"], stdout=subprocess.DEVNULL) == 0:
        return
    if subprocess.call([fresh_enough_python(), "-m", "venv", VENV]) != 0:
        sys.exit("The virtual environment could not be made. On Debian or Ubuntu: apt-get install python3-venv")


def pip(*arguments):
    # type: (*str) -> None
    """Run the environment's pip quietly; a failure ends this program."""
    command = [PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    if subprocess.call(command + list(arguments), cwd=ROOT) != 0:
        sys.exit("Installing failed; pip says why above.")


def main():
    # type: () -> None
    """The command line."""
    if len(sys.argv) != 2 or sys.argv[1] not in LOCKS:
        sys.exit("usage: environment.py play|dev|bench")
    print(f"Setting up .venv ({sys.argv[1]}) ...")
    sys.stdout.flush()
    make_venv()
    # The locks name all that is needed; a player's leaves out what its packages require and never import.
    pip("--require-hashes", "--no-deps", "-r", LOCKS[sys.argv[1]], "-r", BUILD_LOCK)
    # Without isolation, which would fetch a build backend that no lock names. It also compiles the search kernel where
    # there is a compiler.
    pip("--no-deps", "--no-build-isolation", "-e", ".")


if __name__ == "__main__":
    main()
