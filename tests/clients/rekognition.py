"""Calls the service with boto3, pointed at it by its address alone."""

import os
import sys

import boto3
from botocore.config import Config
from botocore.exceptions import ClientError

client = boto3.client(
    "rekognition",
    endpoint_url=os.environ["FACET_URL"],
    config=Config(retries={"max_attempts": 1}, read_timeout=200),
)
with open(sys.argv[1], "rb") as file:
    image = {"Bytes": file.read()}

faces = client.detect_faces(Image=image, Attributes=["ALL"])["FaceDetails"]
assert len(faces) > 1, faces
assert faces[0]["AgeRange"]["High"] > faces[0]["AgeRange"]["Low"], faces[0]

compared = client.compare_faces(SourceImage=image, TargetImage=image, SimilarityThreshold=90)
assert compared["FaceMatches"][0]["Similarity"] > 95, compared
assert len(compared["UnmatchedFaces"]) > 0, compared

client.create_collection(CollectionId="boto3")
indexed = client.index_faces(
    CollectionId="boto3", Image=image, ExternalImageId="group", MaxFaces=2, QualityFilter="NONE"
)
ids = [record["Face"]["FaceId"] for record in indexed["FaceRecords"]]
assert len(ids) == 2, indexed
pages = client.get_paginator("list_faces").paginate(CollectionId="boto3", PaginationConfig={"PageSize": 1})
assert sorted(face["FaceId"] for page in pages for face in page["Faces"]) == sorted(ids)
assert "boto3" in client.list_collections()["CollectionIds"]
assert client.describe_collection(CollectionId="boto3")["FaceCount"] == 2

found = client.search_faces_by_image(CollectionId="boto3", Image=image, MaxFaces=1)
assert found["FaceMatches"][0]["Face"]["FaceId"] in ids, found
assert found["FaceMatches"][0]["Face"]["ExternalImageId"] == "group", found
others = client.search_faces(CollectionId="boto3", FaceId=ids[0], FaceMatchThreshold=0)
assert [match["Face"]["FaceId"] for match in others["FaceMatches"]] == [ids[1]], others
assert client.delete_faces(CollectionId="boto3", FaceIds=ids[:1])["DeletedFaces"] == ids[:1]
assert client.delete_collection(CollectionId="boto3")["StatusCode"] == 200


def failure(work, *errors):
    try:
        work()
    except errors or ClientError as error:
        return error.response["Error"]["Code"]
    raise AssertionError("The call succeeded.")


gone = client.exceptions.ResourceNotFoundException
assert failure(lambda: client.list_faces(CollectionId="boto3"), gone) == "ResourceNotFoundException"
assert failure(lambda: client.detect_faces(Image={"Bytes": b"x"})) == "InvalidImageFormatException"
assert failure(lambda: client.detect_labels(Image=image)) == "UnknownOperationException"
forger = boto3.client(
    "rekognition", endpoint_url=os.environ["FACET_URL"], aws_secret_access_key="x" * 40, aws_access_key_id=os.environ["AWS_ACCESS_KEY_ID"]
)
assert failure(lambda: forger.detect_faces(Image=image)) == "InvalidSignatureException"
stranger = boto3.client(
    "rekognition", endpoint_url=os.environ["FACET_URL"], aws_secret_access_key="x" * 40, aws_access_key_id="FCTA2222222222222222"
)
assert failure(lambda: stranger.detect_faces(Image=image)) == "UnrecognizedClientException"
print("all calls made")
