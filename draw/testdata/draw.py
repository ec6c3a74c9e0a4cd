"""A second check of draws, written from SPEC-draw.md and SPEC.md alone.

    draw.py TRANSCRIPT [LIST]

It prints the winners, or the ranked list if LIST is a table to rank. Or it
says what is wrong and exits with status 1. It does not verify the signature
of the beacon: Python's library has no pairings.
"""

import datetime
import hashlib
import re
import struct
import sys
import unicodedata


def sha256(*parts):
    return hashlib.sha256(b"".join(parts)).digest()


# Order 1

def chacha8rand(key):
    def core(key, counter):
        k = list(struct.unpack("<8L", key))
        s = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574] + k + [counter, 0, 0, 0]
        rotl = lambda x, n: (x << n | x >> 32 - n) & 0xFFFFFFFF
        for _ in range(4):
            for a, b, c, d in ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15),
                               (0, 5, 10, 15), (1, 6, 11, 12), (2, 7, 8, 13), (3, 4, 9, 14)):
                for x, y, z, n in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
                    s[x] = s[x] + s[y] & 0xFFFFFFFF
                    s[z] = rotl(s[z] ^ s[x], n)
        return [x + k[i - 4] & 0xFFFFFFFF if 4 <= i < 12 else x for i, x in enumerate(s)]

    while True:
        out = b""
        for g in (0, 4, 8, 12):
            blocks = [core(key, g + j) for j in range(4)]
            out += b"".join(struct.pack("<L", blocks[j][i]) for i in range(16) for j in range(4))
        yield from struct.unpack("<124Q", out[:992])
        key = out[992:]


def stream(seed, label, k):
    return chacha8rand(sha256(b"yates order 1\0", label, b"\0", seed, struct.pack(">Q", k)))


def below(words, n):
    while True:
        hi, lo = divmod(next(words) * n, 1 << 64)
        if lo >= (1 << 64) % n:
            return hi


def order(seed, n):
    buckets = [[] for _ in range(4096)]
    for block in range(0, n, 4096):
        words = stream(seed, b"scatter", block // 4096)
        for i in range(block, min(n, block + 4096)):
            if (i - block) % 5 == 0:
                word = next(words)
            buckets[word % 4096].append(i)
            word //= 4096
    for b, records in enumerate(buckets):
        if len(records) > 1:
            words = stream(seed, b"shuffle", b)
            for i in range(len(records) - 1):
                j = i + below(words, len(records) - i)
                records[i], records[j] = records[j], records[i]
    return [i for records in buckets for i in records]


# Draws

class Bad(Exception):
    pass


def need(ok, what):
    if not ok:
        raise Bad(what)


class Lines:
    def __init__(self, text):
        need(text.endswith("\n") and "\r" not in text, "the text is not lines")
        self.lines = text[:-1].split("\n")

    def key(self):
        return self.lines[0].split(" ")[0] if self.lines else None

    def take(self, pattern):
        need(self.lines, "a line is missing: " + pattern)
        line = self.lines.pop(0)
        match = re.fullmatch(pattern, line)
        need(match, f"{line!r} is not {pattern}")
        for group in match.groups():
            if not group.isascii() or " " in group:
                self.check_text(group)
        return match.groups()

    def check_text(self, text):
        need(len(text.encode()) <= 500 and text.strip(" ") == text, f"bad text {text!r}")
        bad = ("  |[\x00-\x1f\x7f-\xa0\xad\u034f\u061c\u115f\u1160\u1680\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f\u205f-\u206f\u2800"
               "\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]")
        need(not re.search(bad, text), f"unseen character in {text!r}")


QUICKNET = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
KEY = ("83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451"
       "0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a")
NUMBER, HEX, TEXT = "([1-9][0-9]{0,18})", "([0-9a-f]{64})", "(.+)"


def fold(name):
    return unicodedata.normalize("NFKC", name).upper().lower()


def parse_commitment(text):
    l, c = Lines(text), {"prizes": [], "rules": [], "barred": {}, "parties": [], "round": 0}
    version = int(l.take("yates draw commitment ([12])")[0])
    c["title"] = l.take("title " + TEXT)[0]
    c["entries"] = int(l.take("entries " + NUMBER)[0])
    c["sha256"] = l.take("sha256 " + HEX)[0]
    while l.key() == "prize":
        count, name = l.take(f"prize {NUMBER} {TEXT}")
        c["prizes"].append((int(count), name))
    while l.key() == "rule":
        c["rules"].append(l.take("rule " + TEXT)[0])
    last = 0
    while l.key() == "barred":
        entry, reason = l.take(f"barred {NUMBER} {TEXT}")
        need(last < int(entry) <= c["entries"], "barred entries that are not in order")
        last = int(entry)
        c["barred"][last] = reason
    while l.key() == "party":
        c["parties"].append(l.take(f"party {HEX} {TEXT}"))
    if l.key() == "chain":
        l.take("chain " + QUICKNET)
        c["round"] = int(l.take("round " + NUMBER)[0])
        time = l.take("time ([0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z)")[0]
        c["time"] = datetime.datetime.strptime(time[:-1] + "+0000", "%Y-%m-%dT%H:%M:%S%z")
        c["time"] = (c["time"] - datetime.datetime(1970, 1, 1, tzinfo=datetime.timezone.utc)) // datetime.timedelta(seconds=1)
    need(not l.lines, "lines after the end of the commitment")
    new = not c["prizes"] or c["rules"] or c["barred"] or c["round"] and c["parties"]
    need(version == (2 if new else 1), "another version")
    c["version"] = version
    names = [name for _, name in c["prizes"]]
    need(len(names) <= 1000 and len(set(names)) == len(names), "prizes without names of their own")
    need(len(c["rules"]) <= 1000 and len(set(c["rules"])) == len(c["rules"]) and len(c["barred"]) <= 1000, "rules")
    need(sum(n for n, _ in c["prizes"]) <= min(c["entries"] - len(c["barred"]), 10**6) and c["entries"] <= 10**9, "more places than entries")
    need(len(c["parties"]) in range(0 if c["round"] else 2, 1001), "a party is alone, or there are too many")
    need(len({p[0] for p in c["parties"]}) == len({fold(p[1]) for p in c["parties"]}) == len(c["parties"]), "two parties are one")
    ranking(c)
    return c


def verify(transcript, entries=None):
    """Returns the winners of each prize, by their numbers from 1 on."""
    commitment, blank, rest = transcript.partition("\n\n")
    need(blank, "no empty line")
    commitment += "\n"
    c, l = parse_commitment(commitment), Lines(rest)
    name = sha256(commitment.encode())
    l.take(f"yates draw transcript {c['version']}")
    l.take("commitment " + name.hex())
    random = b""
    if c["round"]:
        l.take("key " + KEY)
        l.take("period 3")
        l.take("genesis 1692803367")
        l.take("group f477d5c89f21a17c863a7f937c6a6d15859414d2be09cd448d4279af331c5d3e")
        l.take("id quicknet")
        need(c["time"] >= 1692803367 and c["round"] == -((1692803367 - c["time"]) // 3) + 1, "another round")
        random += bytes.fromhex(l.take("signature ([0-9a-f]{96})")[0])
    for digest, party in c["parties"]:
        secret = bytes.fromhex(l.take("secret " + HEX)[0])
        need(sha256(b"yates draw party 1\0", secret, party.encode()).hex() == digest, "another secret than committed to")
        random += secret
    seed = sha256(b"yates draw %d\0" % c["version"], name, random)
    need(l.take("seed " + HEX)[0] == seed.hex(), "another seed")

    sequence = iter(order(seed, c["entries"]))
    winners = []
    for count, prize in c["prizes"]:
        winners.append((prize, []))
        entry = next(sequence, None)
        if entry is not None:
            l.take(re.escape(f"prize {count} {prize}"))
        while entry is not None:
            if entry + 1 in c["barred"]:
                l.take(re.escape(f"skipped {entry + 1} {c['barred'][entry + 1]}"))
            elif l.key() == "skipped":
                l.take(f"skipped {entry + 1} {TEXT}")
            else:
                l.take(f"winner {entry + 1}")
                winners[-1][1].append(entry + 1)
                if len(winners[-1][1]) == count:
                    break
            entry = next(sequence, None)
    need(not l.lines, "lines after the last winner")

    if entries is not None:
        if entries and not entries.endswith(b"\n"):
            entries += b"\n"
        need(entries.count(b"\n") == c["entries"] and sha256(entries).hex() == c["sha256"], "another list")
    return winners


FIELD = re.compile(rb'(?:"((?:[^"]|"")*)"|([^",\n]*?))(,|\r?\n|\r?$)')


def parse_table(text):
    """Returns the rows of CSV."""
    text = text.removeprefix(b"\xef\xbb\xbf")
    rows, row, at = [], [], 0
    while at < len(text):
        field = FIELD.match(text, at)
        need(field, "the table is not CSV")
        quoted, plain, end = field.groups()
        row.append(re.sub(rb"^(?:[ \t\r\n]|\xef\xbb\xbf)+|(?:[ \t\r\n]|\xef\xbb\xbf)+$", b"",
                          plain if quoted is None else quoted.replace(b'""', b'"')))
        at = field.end()
        if end == b"," and at == len(text):
            row.append(b"")
        if end != b"," or at == len(text):
            if field.start() != field.start(3) or len(row) > 1:
                rows.append(row)
            row = []
    need(rows and all(len(row) == len(rows[0]) for row in rows), "rows that are not as long as the header")
    return rows


def ranking(c):
    """Returns the match of the columns by which a commitment ranks, or None; a rule that only looks so is no rule."""
    flags = [rule for rule in c["rules"] if rule.startswith("--")]
    match = flags and re.fullmatch("--rank=([^,]+)(?:,([^,]+)|,([^,]*),([^,]+))?", c["rules"][0])
    more = len(flags) > 1 and (flags[1] != c["rules"][1] or not re.fullmatch("--first=[1-9][0-9]{0,18}", flags[1]) or
                               int(flags[1][8:]) >= 1 << 63)
    ranks = match and len(flags) < 3 and not more and not c["prizes"] and not c["barred"]
    need(ranks or not any(flag.startswith("--rank=") for flag in flags), "no ranked list follows from the rules")
    return match if ranks else None


def rank(transcript, entries):
    """Returns the rows of the table in their order, or None if the draw ranks nothing."""
    match = ranking(parse_commitment(transcript.partition("\n\n")[0] + "\n"))
    if not match:
        return None
    header, *rows = parse_table(entries)

    def cells(column):
        need(header.count(column.encode()) == 1, f"not one column {column}")
        return [row[header.index(column.encode())] for row in rows]

    def numbers(column):
        texts = cells(column) if column else [b"1"] * len(rows)
        need(all(re.fullmatch(b"[1-9][0-9]{0,18}", text) and int(text) < 1 << 63 for text in texts), "not a number")
        return [int(text) for text in texts]

    def one(name):
        try:
            return " ".join(fold(name.decode()).split())
        except ValueError:
            return name

    need(len({one(name) for name in cells(match[1])}) == len(rows), "a name twice")
    groups, tickets = numbers(match[2] or match[3]), numbers(match[4])
    need(sum(tickets) <= 10**8, "too many tickets")
    row_of = [row for row, n in enumerate(tickets) for _ in range(n)]
    seed = bytes.fromhex(re.search("^seed (.*)$", transcript, re.M)[1])
    drawn = dict.fromkeys(row_of[ticket] for ticket in order(seed, len(row_of)))
    return [rows[row] for row in sorted(drawn, key=lambda row: groups[row])]


def main():
    try:
        transcript = open(sys.argv[1], "rb").read().decode()
        entries = open(sys.argv[2], "rb").read() if len(sys.argv) > 2 else None
        for prize, numbers in verify(transcript, entries):
            print(prize + ":", *numbers)
        for row in (entries is not None and rank(transcript, entries)) or []:
            print(*[field.decode(errors="replace") for field in row], sep=" | ")
    except (Bad, ValueError) as e:
        sys.exit(f"draw.py: {e}")


if __name__ == "__main__":
    main()
