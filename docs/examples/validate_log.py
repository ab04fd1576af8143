"""Validates a proposal log against the published schema, with nothing of the library but that file.

    pip install jsonschema
    hitl-queue schema log-line > log-line.json
    python3 validate_log.py log-line.json proposals.jsonl

Prints one line for each line of the log that is not blank: its number, and `ok`, `fragment` (a write that was cut short,
which is no error) or what is wrong. The exit code is 1 when anything is.
"""

import codecs
import json
import math
import re
import sys

from jsonschema import Draft202012Validator


def finite(text):
    number = float(text)
    if not math.isfinite(number):
        raise ValueError("a float that no double holds")
    return number


class Beyond:
    """An integer that no double holds: no number where a number is wanted, and anything elsewhere."""


def integer(text):
    if len(text.lstrip("-")) > 4300:
        raise ValueError("an integer of more than 4,300 digits")
    return int(text) if math.isfinite(float(text)) else Beyond()


def no_number(token):
    raise ValueError(f"{token} is not JSON")


def verdict(validator, line, ended):
    try:
        text = line.decode("utf-8")
        value = json.loads(text, parse_float=finite, parse_int=integer, parse_constant=no_number)
        if depth(text) > 900:
            return "more than 900 arrays and objects in each other"
    except (ValueError, RecursionError) as error:
        return "fragment" if is_fragment(line, ended) else str(error)
    for error in validator.iter_errors(value):
        return f"{error.json_path} {error.message[:200]}"
    return "ok"


def outside_strings(text):
    """What stands outside of strings, of which the last may be cut."""
    return "".join(re.sub(r"\\.", "", text).split('"')[::2])


def depth(text):
    deepest = level = 0
    for mark in re.findall(r"[\[\]{}]", outside_strings(text)):
        level += 1 if mark in "[{" else -1
        deepest = max(deepest, level)
    return deepest


# What may come behind a cut, up to the ends of the arrays and objects around it.
WORDS = ("true", "false", "null", "NaN", "Infinity")
ENDS = ["", '"', '""', "0", 'n"', '0"', '00"', '000"', '0000"']
ENDS += [word[at:] for word in WORDS for at in range(len(word))]
ENDS += [end + ":0" for end in ENDS]


def is_fragment(line, ended):
    """Whether the bytes are the beginning of an object: whether some end makes them JSON."""
    # As of a stream, whose next bytes may end its last character. Any other stands for that; in a string all may.
    try:
        text = codecs.getincrementaldecoder("utf-8")().decode(line)
    except ValueError:
        return False
    if len(text.encode("utf-8")) < len(line):
        text += "\u00e9"
    if ended:
        text = text.removesuffix("\r")
    if not re.match(r"[ \t\r]*\{", text):
        return False
    closing = []
    for mark in re.findall(r"[\[\]{}]", outside_strings(text)):
        if mark in "[{":
            closing.append("]" if mark == "[" else "}")
        elif closing:
            closing.pop()
    return closing != [] and any(is_json(text + end + "".join(reversed(closing))) for end in ENDS)


def is_json(text):
    try:
        json.loads(text, parse_float=str, parse_int=str)
        return True
    except (ValueError, RecursionError):
        return False


def main(schema_path, log_path):
    with open(schema_path, encoding="utf-8") as file:
        validator = Draft202012Validator(json.load(file))
    with open(log_path, "rb") as file:
        log = file.read().removeprefix(b"\xef\xbb\xbf")
    wrong = 0
    # The byte LF ends a line, and nothing else does.
    lines = log.split(b"\n")
    for number, line in enumerate(lines, start=1):
        if line.strip(b" \t\r") == b"":
            continue
        said = verdict(validator, line, number < len(lines))
        wrong += said not in ("ok", "fragment")
        print(number, re.sub(r"[^ -~]", "?", said))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2]))
