"""The one place where kernels are compiled.

``@compiled`` marks a kernel: plain Python in the dialect that Numba understands. How kernels run is
set by the environment variable ``OVERLAND_KERNELS``:

* ``compiled`` (default): machine code, kept in a cache folder between runs;
* ``checked``: the same with bounds checks, in a cache folder of its own;
* ``interpreted``: the same functions as ordinary Python, for reading, debugging and coverage.

Numba's own cache looks only at the file a function is in: after an edit to a *called* function the
caller would keep the old code. So a cache folder is named after a digest of every source file that
may hold kernels or constants they use; an edit anywhere there starts a fresh folder. Every package has a folder of its
own: the bots' depends on the rules, and not the other way round. Kernels of third-party modules go with the bots'.
"""

import hashlib
import logging
import os
import shutil
import sys
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, TextIO, TypeVar, cast

Function = TypeVar("Function", bound=Callable[..., Any])

MODES = ("compiled", "checked", "interpreted")
#: The packages that hold kernels, and the packages whose sources those depend on.
KERNEL_PACKAGES = {"engine": ("engine",), "rl": ("engine", "bots", "rl"), "bots": ("engine", "bots")}
#: Packages whose kernels make no arrays and return none, so that references to arrays need not be counted there.
WITHOUT_COUNTING = ("engine", "rl")
KEEP_CACHES = 4

log = logging.getLogger("overland")


def chosen_mode() -> str:
    mode = os.environ.get("OVERLAND_KERNELS", "compiled")
    if mode not in MODES:
        raise SystemExit(f"OVERLAND_KERNELS is {mode!r}; it can be {', '.join(MODES)}.")
    if mode == "compiled" and os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return "interpreted"
    return mode


def source_digest(package: str) -> str:
    """A digest of all files that the kernels of a package depend on, of the Python version and of Numba's."""
    from importlib.metadata import version

    digest = hashlib.sha256(f"{sys.version_info[:2]} {version('numba')} {version('numpy')}".encode())
    home = Path(__file__).resolve().parent.parent
    for below in KERNEL_PACKAGES[package]:
        for file in sorted((home / below).rglob("*.py")):
            digest.update(file.relative_to(home).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


def cache_home() -> Path:
    """The folder of all kernel caches: ``OVERLAND_CACHE``, or one in the user's cache folder."""
    if named := os.environ.get("OVERLAND_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        base = Path(os.environ.get("LOCALAPPDATA", Path.home() / "AppData" / "Local"))
    else:
        base = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache"))
    return base / "overland" / "kernels"


def open_cache(package: str) -> Path:
    """The cache folder of a package's sources in this mode, made if it is missing; old ones are removed."""
    name = f"{source_digest(package)}-{package}-{MODE}"
    try:
        home = cache_home()
        folder = home / name
        folder.mkdir(parents=True, exist_ok=True)
        if not os.access(folder, os.W_OK):
            raise PermissionError
    except (OSError, RuntimeError):  # no writable home: a folder that only this process writes to
        home = Path(tempfile.mkdtemp(prefix="overland-kernels-"))
        folder = home / name
        folder.mkdir()
    folder.touch()
    forget_old_caches(home)
    return folder


def forget_old_caches(home: Path) -> None:
    """Remove all but the newest few cache folders of each mode."""
    folders = sorted(home.iterdir(), key=lambda folder: folder.stat().st_mtime, reverse=True)
    for kind in {folder.name.partition("-")[2] for folder in folders}:
        for old in [folder for folder in folders if folder.name.endswith(f"-{kind}")][KEEP_CACHES:]:
            shutil.rmtree(old, ignore_errors=True)


MODE = chosen_mode()
announced: set[str] = set()
CACHE = {} if MODE == "interpreted" else {package: open_cache(package) for package in KERNEL_PACKAGES}


def compiled(function: Function) -> Function:
    """Mark a kernel; it is compiled at its first call, or fetched from the cache."""
    return as_kernel(function, inline="never")


def part_of_callers(function: Function) -> Function:
    """Mark a kernel that is not compiled by itself but written into the kernels that call it.

    A kernel is optimized together with all it calls, so every short kernel that stands between two large ones costs as
    much time to compile as those.
    """
    return as_kernel(function, inline="always")


def repeated_in_callers(function: Function) -> Function:
    """Mark a kernel that is compiled by itself and whose machine code is also repeated in every kernel that calls it.

    For the few that a game is played with: an array is passed as seven numbers, and what comes next can be guessed
    better by the processor when every loop has branches of its own.
    """
    return as_kernel(function, inline="never", is_repeated=True)


def in_python(kernel: Function) -> Function:
    """A kernel as the Python function that it is written as: for small questions about plain records."""
    return cast(Function, getattr(kernel, "py_func", kernel))


def as_kernel(function: Function, inline: str, is_repeated: bool = False) -> Function:
    if not CACHE:
        return function
    import numba

    settings: Any = numba.config
    before = settings.CACHE_DIR  # only our kernels use our folder, even if other code uses Numba
    package = package_of(function.__module__)
    folder = CACHE[package]
    settings.CACHE_DIR = str(folder)
    try:
        njit: Any = numba.njit
        kernel: Any = njit(
            cache=True,
            nogil=True,
            error_model="numpy",
            boundscheck=MODE == "checked",
            inline=inline,
            forceinline=is_repeated,
            no_cfunc_wrapper=True,  # for passing kernels as arguments, which none does
            _nrt=package not in WITHOUT_COUNTING,  # counts are atomic: they took a tenth of random play
        )(function)
    finally:
        settings.CACHE_DIR = before
    compile_for, save = kernel.compile, kernel._cache.save_overload
    kernel.compile = lambda signature: compile_for(widened(signature))
    kernel._cache.save_overload = lambda signature, result: save_alone(folder, lambda: save(signature, result))
    return cast(Function, kernel)


def save_alone(folder: Path, save: Callable[[], None]) -> None:
    """Write a kernel to the cache while no other process does: two at once would mix up each other's files.

    A cache that cannot be written to, on a full disk say, stops nobody: the kernel is used, and compiled again the next
    time.
    """
    try:
        with (folder / "writing.lock").open("a") as lock:
            take_lock(lock)
            save()
    except OSError as error:
        if "cache" not in announced:
            log.warning("Compiled kernels cannot be kept in %s: %s.", folder, error.strerror or error)
            announced.add("cache")


def take_lock(lock: TextIO) -> None:
    """Wait for a lock on an open file; it ends when the file is closed."""
    try:
        import fcntl
    except ImportError:  # Windows
        return
    fcntl.flock(lock, fcntl.LOCK_EX)


def widened(signature: Any) -> Any:
    """Argument types with every signed integer at its full width, constants included.

    Numba would otherwise compile a kernel anew for each mix of fields (8, 16 or 32 bits), numbers (64) and constants
    that it is called with. Arithmetic is done in 64 bits in any case, so this changes no result. Called from Python
    with a field itself, a kernel comes here every time, which costs more than the kernel: say ``int(field)``.
    """
    from numba import types

    if not isinstance(signature, tuple):
        return signature
    as_variable: Any = types.unliteral
    return tuple(types.int64 if kind in types.signed_domain else kind for kind in map(as_variable, signature))


def package_of(module: str) -> str:
    """The package whose folder holds the kernels of a module."""
    top, _, rest = module.partition(".")
    package = rest.partition(".")[0]
    return package if top == "overland" and package in KERNEL_PACKAGES else "bots"


def announce_compilation(subject: str, package: str = "engine") -> None:
    """Say that the coming calls will take a while, unless they have been compiled before."""
    if CACHE and subject not in announced and not (CACHE[package] / f"{subject}.stamp").exists():
        log.warning("Compiling %s for this machine, once only; this can take half a minute.", subject)
        announced.add(subject)


def confirm_compilation(subject: str, package: str = "engine") -> None:
    """Remember that a game's rules, or a bot of it, have been compiled and run."""
    if CACHE and subject in announced:
        (CACHE[package] / f"{subject}.stamp").touch()


def stamps(subject: str) -> list[Path]:
    """The files that say what is in the cache: one beside the rules' kernels, one beside the bots'."""
    return [CACHE[package] / f"{subject}.stamp" for package in ("engine", "bots")]


def note_in_cache(subject: str) -> None:
    """Remember that all kernels of a subject were compiled and kept."""
    if CACHE and "cache" not in announced:
        for stamp in stamps(subject):
            with suppress(OSError):
                stamp.touch()


def is_in_cache(subject: str) -> bool:
    """Whether all kernels of a subject are in the cache."""
    return bool(CACHE) and all(stamp.exists() for stamp in stamps(subject))
