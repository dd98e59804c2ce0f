"""The gallery and its search rule."""

import json
import os
import unittest
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, List, Tuple

from facet_client import Gallery, GalleryError, InputError, StoredVector, search_threshold
from facet_client.gallery import FaceVector
from facet_client.search_rule import MODEL


def unit(place: int, length: float = 0.4) -> List[float]:
    return [length if n == place else 0.0 for n in range(128)]


class Rule(unittest.TestCase):
    def test_falls_as_the_gallery_grows_and_never_rises_above_a_match(self) -> None:
        thresholds = [search_threshold(people).threshold for people in (0, 1, 100, 10_000, 1_000_000)]
        self.assertEqual(thresholds[0], 0.5)
        self.assertEqual(thresholds, sorted(thresholds, reverse=True))
        self.assertLess(thresholds[-1], 0.45)

    def test_rejects_an_impossible_rate(self) -> None:
        for rate in (0, 1, -1, float("nan")):
            with self.assertRaises(InputError):
                search_threshold(10, rate)

    @unittest.skipUnless("FACET_SEARCH_CASES" in os.environ, "FACET_SEARCH_CASES is not set")
    def test_agrees_with_the_typescript_gallery(self) -> None:
        cases = json.loads(os.environ["FACET_SEARCH_CASES"])
        self.assertGreater(len(cases), 10)
        for case in cases:
            with self.subTest(case):
                rule = search_threshold(case["vectors"], case["falsePositiveRate"])
                self.assertAlmostEqual(rule.threshold, case["threshold"], places=12)
                self.assertAlmostEqual(rule.false_positive_rate, case["rate"], places=12)


class Search(unittest.TestCase):
    def test_finds_the_nearest_people_below_the_threshold(self) -> None:
        gallery = Gallery()
        gallery.enrol("ada", unit(0))
        gallery.enrol("ada", unit(1))
        gallery.enrol("bob", unit(2))
        result = gallery.search(StoredVector(unit(1, 0.3), MODEL), k=5)
        self.assertEqual([hit.id for hit in result.hits], ["ada"])
        self.assertAlmostEqual(result.hits[0].distance, 0.1)
        self.assertEqual(result.threshold, search_threshold(3).threshold)
        self.assertEqual([hit.id for hit in gallery.search(unit(1), k=5, threshold=1.0).hits], ["ada", "bob"])
        self.assertEqual((len(gallery), gallery.vector_count, "bob" in gallery), (2, 3, True))
        self.assertTrue(gallery.remove("ada"))
        self.assertFalse(gallery.remove("ada"))
        self.assertEqual(list(gallery), ["bob"])

    def test_finds_each_person_of_a_photo_once(self) -> None:
        gallery = Gallery()
        gallery.enrol("ada", unit(0))
        gallery.enrol("bob", unit(0, 0.3))
        near, nearer = gallery.search_photo([unit(0, 0.42), unit(0, 0.39)], threshold=0.5)
        self.assertEqual([[hit.id for hit in result.hits] for result in (near, nearer)], [["bob"], ["ada"]])

    def test_says_what_is_wrong_with_a_vector(self) -> None:
        not_a_number = unit(0)
        not_a_number[5] = float("nan")
        cases: List[Tuple[Any, str]] = [
            ([0.1] * 127, "must have 128 numbers, not 127"),
            (not_a_number, r"must be finite, but vector\[5\] is nan"),
            ([float("-inf")] * 128, r"must be finite, but vector\[0\] is -inf"),
            (["x"] * 128, "must be a sequence of 128 numbers: could not convert string to float: 'x'"),
            ([None] * 128, "must be a sequence of 128 numbers"),
            ([10**400] * 128, "must be a sequence of 128 numbers"),
            (None, "must be a sequence of 128 numbers"),
        ]
        for vector, message in cases:
            with self.subTest(message):
                with self.assertRaisesRegex(GalleryError, message):
                    Gallery().enrol("ada", vector)
                with self.assertRaisesRegex(GalleryError, message):
                    Gallery().search(vector)

    def test_rejects_what_cannot_be_compared(self) -> None:
        gallery = Gallery()
        other = StoredVector(unit(0), "other")
        wrong: List[FaceVector] = [[0.1] * 127, [0.0] * 128, [float("nan")] * 128, other]
        for vector in wrong:
            with self.assertRaises(GalleryError):
                gallery.enrol("ada", vector)
        with self.assertRaises(GalleryError):
            gallery.search(unit(0), threshold=0.4, false_positive_rate=0.1)
        with self.assertRaises(GalleryError):
            gallery.search(unit(0), k=0)
        with self.assertRaisesRegex(GalleryError, "not measured"):
            Gallery("other").search(unit(0))


class Files(unittest.TestCase):
    def saved(self) -> bytes:
        gallery = Gallery("a-model")
        gallery.enrol("ada", unit(0), {"town": "Zürich"})
        gallery.enrol("ada", unit(1))
        gallery.enrol("bob", unit(2))
        with TemporaryDirectory() as folder:
            path = Path(folder, "people.facet")
            gallery.save(path)
            self.assertEqual([file.name for file in Path(folder).iterdir()], ["people.facet"])
            return path.read_bytes()

    def load(self, content: bytes) -> Gallery:
        with TemporaryDirectory() as folder:
            path = Path(folder, "people.facet")
            path.write_bytes(content)
            return Gallery.load(path)

    def test_loads_what_was_saved(self) -> None:
        gallery = self.load(self.saved())
        self.assertEqual((list(gallery), gallery.vector_count, gallery.model), (["ada", "bob"], 3, "a-model"))
        hit = gallery.search(StoredVector(unit(1), "a-model"), threshold=0.4).hits[0]
        self.assertEqual((hit.id, hit.distance, hit.meta), ("ada", 0.0, {"town": "Zürich"}))

    def test_splits_a_person_with_many_vectors(self) -> None:
        gallery = Gallery()
        for n in range(2100):
            gallery.enrol("ada", unit(n % 128, 0.1 + n / 10_000))
        with TemporaryDirectory() as folder:
            gallery.save(Path(folder, "one"))
            again = Gallery.load(Path(folder, "one"))
        self.assertEqual(again.vectors("ada"), gallery.vectors("ada"))

    def test_notices_every_damage(self) -> None:
        content = self.saved()
        for length in range(0, len(content), 13):
            with self.subTest(length), self.assertRaises(GalleryError):
                self.load(content[:length])
        for bit in range(0, len(content) * 8, 61):
            flipped = bytearray(content)
            flipped[bit >> 3] ^= 1 << (bit & 7)
            with self.subTest(bit), self.assertRaises(GalleryError):
                self.load(bytes(flipped))
        with self.assertRaises(GalleryError):
            self.load(content + b"x")

    @unittest.skipUnless("FACET_GALLERY_FILE" in os.environ, "FACET_GALLERY_FILE is not set")
    def test_reads_and_writes_the_file_of_the_typescript_gallery(self) -> None:
        path = Path(os.environ["FACET_GALLERY_FILE"])
        gallery = Gallery.load(path)
        person = gallery.get("ada")
        self.assertEqual((person and person.vectors, person and person.meta), (2, {"town": "Zürich"}))
        with TemporaryDirectory() as folder:
            again = Path(folder, "again")
            gallery.save(again)
            self.assertEqual(again.read_bytes(), path.read_bytes())
