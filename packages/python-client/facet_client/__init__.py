"""Client for Facet, a self-hosted face-analysis service. Standard library only."""

from .client import FacetClient
from .errors import (
    FacetError,
    FacetTimeoutError,
    InputError,
    MalformedResponseError,
    NetworkError,
    ServiceError,
)
from .gallery import Gallery, GalleryError, Hit, SearchResult
from .images import ImageSource
from .results import AttributesResult, CompareResult, Face, MatchResult, VectorResult
from .search_rule import SearchThreshold, search_threshold

__all__ = [
    "AttributesResult",
    "CompareResult",
    "Face",
    "FacetClient",
    "FacetError",
    "FacetTimeoutError",
    "Gallery",
    "GalleryError",
    "Hit",
    "ImageSource",
    "InputError",
    "MalformedResponseError",
    "MatchResult",
    "NetworkError",
    "SearchResult",
    "SearchThreshold",
    "ServiceError",
    "VectorResult",
    "search_threshold",
]
