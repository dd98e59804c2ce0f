"""Prints the public surface of the Python client as JSON, for surfaces.test.ts."""

import dataclasses
import inspect
import json
import typing

import facet_client


def parameters(method):
    return sorted(
        name
        for name, parameter in inspect.signature(method).parameters.items()
        if parameter.kind is inspect.Parameter.KEYWORD_ONLY
    )


def arguments(kind):
    """The names of the arguments before the options."""
    return {
        name: [
            name
            for name, parameter in inspect.signature(method).parameters.items()
            if name != "self" and parameter.kind is not inspect.Parameter.KEYWORD_ONLY
        ]
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }


def texts(kind):
    """The values of a type that has a few texts."""
    if typing.get_origin(kind) is typing.Literal:
        return [value for value in typing.get_args(kind) if isinstance(value, str)]
    return [text for part in typing.get_args(kind) for text in texts(part)]


def values(kind):
    """The values of the options that have a few."""
    return {
        name: {
            option: sorted(texts(parameter.annotation))
            for option, parameter in inspect.signature(method).parameters.items()
            if texts(parameter.annotation)
        }
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }


def methods(kind):
    """The public methods, with their options."""
    return {
        name: parameters(method)
        for name, method in inspect.getmembers(kind, inspect.isfunction)
        if not name.startswith("_")
    }


def fields(kind):
    names = [f.name for f in dataclasses.fields(kind)] if dataclasses.is_dataclass(kind) else kind._fields
    return sorted(names)


client = facet_client.FacetClient
kinds = {name: getattr(facet_client, name) for name in facet_client.__all__}
print(
    json.dumps(
        {
            "methods": methods(client),
            "collections": methods(facet_client.Collections),
            "asyncMethods": methods(facet_client.AsyncFacetClient),
            "asyncCollections": methods(facet_client.AsyncCollections),
            "arguments": {**arguments(client), **arguments(facet_client.Collections)},
            "values": values(client),
            "client": parameters(client.__init__) + ["api_key", "base_url"],
            "types": {
                name: fields(kind)
                for name, kind in kinds.items()
                if inspect.isclass(kind) and (dataclasses.is_dataclass(kind) or hasattr(kind, "_fields"))
            },
            "errors": sorted(
                name for name, kind in kinds.items() if inspect.isclass(kind) and issubclass(kind, facet_client.FacetError)
            ),
            "attributes": {
                "image": sorted(typing.get_args(facet_client.ImageAttribute)),
                "vector": sorted(typing.get_args(facet_client.VectorAttribute)),
            },
        }
    )
)
