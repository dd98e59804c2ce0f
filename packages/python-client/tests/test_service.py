"""The client against a real service, whose address and photos the environment names."""

import asyncio
import os
import unittest
from pathlib import Path
from typing import List, get_args

from facet_client import (
    AsyncFacetClient,
    EnrolmentError,
    FacetClient,
    Gallery,
    ImageAttribute,
    ServiceError,
    VectorResult,
)

URL = os.environ.get("FACET_URL")


@unittest.skipIf(URL is None, "FACET_URL, FACET_API_KEY, FACET_PHOTOS and FACET_PHOTOS_URL name no service")
class Service(unittest.TestCase):
    """sample1.jpg and sample3.jpg show three women each, of whom one is in both."""

    @classmethod
    def setUpClass(cls) -> None:
        cls.client = FacetClient(URL or "", os.environ["FACET_API_KEY"])
        folder = Path(os.environ["FACET_PHOTOS"])
        cls.first, cls.second = folder / "sample1.jpg", folder / "sample3.jpg"
        cls.url = os.environ["FACET_PHOTOS_URL"]

    client: FacetClient
    first: Path
    second: Path
    url: str

    def test_attributes_of_a_file(self) -> None:
        result = self.client.attributes(self.second)
        self.assertEqual(result.image_size, (1920, 1350))
        self.assertEqual(len(result.faces), 3)
        face = result.faces[0]
        self.assertEqual((face.age, face.gender, len(face.landmarks)), ("20-40", "female", 68))
        boxes = [face.box for face in result.faces[:2]]
        again = self.client.attributes(self.second, boxes=boxes)
        self.assertEqual([face.box for face in again.faces], boxes)

    def test_match_of_files_bytes_and_urls(self) -> None:
        content = self.second.read_bytes()
        self.assertTrue(self.client.match(self.second, content).is_match)
        photo = f"{self.url}/sample3.jpg"
        by_url = self.client.match(photo, photo)
        self.assertLess(by_url.score, 0.001)
        self.assertFalse(self.client.match(str(self.first), str(self.second)).is_match)

    def test_compare_takes_a_mix(self) -> None:
        result = self.client.compare(self.second, f"{self.url}/sample3.jpg")
        self.assertGreater(result.confidence, 0.99)
        self.assertTrue(result.is_match)

    def test_every_option_of_attributes_match_and_vector(self) -> None:
        wanted: List[ImageAttribute] = list(get_args(ImageAttribute))
        result = self.client.attributes(self.second, max_faces=2, min_face_size=60, return_attributes=wanted)
        self.assertEqual(len(result.faces), 2)
        face = result.faces[0]
        self.assertEqual([name for name in wanted if getattr(face, name) is None], [])
        first = self.client.vector(self.second, quality=True, return_attributes=["pose"])
        self.assertEqual((first.vector, first.pose is None), (face.vector, False))
        found = self.client.match(first, self.second, details=True, all=True)
        assert found.faces and found.details
        self.assertEqual((len(found.faces), found.details.boxes[0]), (3, None))
        with self.assertRaises(EnrolmentError):
            self.client.vector(self.second, quality="enrolment")

    def test_a_batch_and_calls_at_the_same_time(self) -> None:
        one, other = self.client.vector_of_each([self.second, b"no image at all, but some bytes"])
        self.assertIsInstance(other, ServiceError)

        async def both() -> List[VectorResult]:
            async with AsyncFacetClient(URL or "", os.environ["FACET_API_KEY"]) as client:
                return list(await asyncio.gather(client.vector(self.second), client.vector(self.second)))

        assert isinstance(one, VectorResult)
        self.assertEqual([result.vector for result in asyncio.run(both())], [one.vector, one.vector])

    def test_redact(self) -> None:
        result = self.client.redact(self.second, style="blur")
        self.assertEqual((result.type, result.faces, result.image[:3]), ("image/jpeg", 3, b"\xff\xd8\xff"))
        self.assertNotIn(b"Exif", result.image)

    def test_errors(self) -> None:
        with self.assertRaises(ServiceError) as caught:
            self.client.vector(b"no image at all, but some bytes")
        self.assertEqual(caught.exception.code, "2004")
        self.assertIn("Convert", caught.exception.advice)
        with self.assertRaises(ServiceError) as caught:
            self.client.vector(self.second, box=(10, 10, 50, 60), quality=True)
        self.assertEqual(caught.exception.code, "3101")
        self.assertEqual(caught.exception.data["attribute"], "Image size")
        with self.assertRaises(ServiceError) as caught:
            FacetClient(URL or "", "nobody-knows-this").vector(self.second)
        self.assertEqual((caught.exception.code, caught.exception.http_status), ("4002", 401))

    def test_finds_people_again(self) -> None:
        gallery = Gallery()
        for n, face in enumerate(self.client.attributes(self.first).faces):
            gallery.enrol(f"woman {n}", self.client.vector(self.first, box=face.box))
        found = [
            gallery.search(self.client.vector(self.second, box=face.box)).hits
            for face in self.client.attributes(self.second).faces
        ]
        # The woman on the right of the first photo is the second of the other one; nobody else is in both.
        self.assertEqual([[hit.id for hit in hits] for hits in found], [[], ["woman 2"], []])
