"""The gallery and its search rule."""

import json
import os
import unittest
from typing import Any, List, Tuple

from facet_client import Gallery, GalleryError, InputError, VectorResult, search_threshold
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
        result = gallery.search(VectorResult(tuple(unit(1, 0.3)), MODEL), k=5)
        self.assertEqual([hit.id for hit in result.hits], ["ada"])
        self.assertAlmostEqual(result.hits[0].distance, 0.1)
        self.assertEqual(result.threshold, search_threshold(3).threshold)
        self.assertEqual([hit.id for hit in gallery.search(unit(1), k=5, threshold=1.0).hits], ["ada", "bob"])
        self.assertEqual((len(gallery), gallery.vector_count, "bob" in gallery), (2, 3, True))
        self.assertTrue(gallery.remove("ada"))
        self.assertFalse(gallery.remove("ada"))
        self.assertEqual(list(gallery), ["bob"])

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
        other = VectorResult(tuple(unit(0)), "other")
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
