"""Validates a proposal log against the published schema, with nothing of the library but that file.

    hitl-queue schema log-line > log-line.json
    python3 validate_log.py log-line.json proposals.jsonl

Prints one line for each line of the log that is not blank: its number, and `ok` or what is wrong. It needs the package
jsonschema.
"""

import json
import math
import sys

from jsonschema import Draft202012Validator


def finite(text):
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no number that every reader has")
    return number


class Beyond:
    """An integer that no double holds: no number where a number is wanted, and anything elsewhere."""


def integer(text):
    number = int(text)
    return number if math.isfinite(float(text)) else Beyond()


def no_number(token):
    raise ValueError(f"{token} is not JSON")


def verdict(validator, line):
    try:
        value = json.loads(
            line.decode("utf-8"), parse_float=finite, parse_int=integer, parse_constant=no_number
        )
    except (ValueError, RecursionError) as error:
        return str(error)
    for error in validator.iter_errors(value):
        return f"{error.json_path} {error.message[:200]}"
    return "ok"


def main(schema_path, log_path):
    with open(schema_path, encoding="utf-8") as file:
        validator = Draft202012Validator(json.load(file))
    with open(log_path, "rb") as file:
        log = file.read().removeprefix(b"\xef\xbb\xbf")
    wrong = 0
    # The byte LF ends a line, and nothing else does.
    for number, line in enumerate(log.split(b"\n"), start=1):
        if line.strip(b" \t\r") == b"":
            continue
        said = verdict(validator, line)
        wrong += said != "ok"
        print(number, " ".join(said.split("\n")))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
