"""The interface described in OpenAPI 3.1, from the table of routes."""

from __future__ import annotations

from typing import Any

from kanamj import __version__
from kanamj.web.questions import Parameter
from kanamj.web.routes import PREFIX, ROUTES, Route

_TEXT = {"type": "string"}
_COUNT = {"type": "integer", "minimum": 0}


def _object(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def _list(items: Any) -> dict[str, Any]:
    return {"type": "array", "items": items}


def _named(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


_SCHEMAS: dict[str, Any] = {
    "Error": {
        **_object(error=_TEXT, code=_TEXT, field={"type": ["string", "null"]}),
        "description": "A sentence that names the value, the rule and the way out; and the parameter to blame.",
    },
    "Word": _object(reading=_TEXT, spelling=_TEXT),
    "Block": _object(letters=_TEXT, words=_list(_named("Word"))),
    "Accept": _object(tile=_TEXT, unseen=_COUNT),
    "Discard": {
        **_object(
            tile=_TEXT,
            shanten={"type": "integer"},
            distance=_COUNT,
            unseen=_COUNT,
            accepts=_list(_named("Accept")),
        ),
        "description": "With `chances` too where asked for: of completing the hand within 1, 2 … draws.",
    },
    "Wait": _object(tile=_TEXT, unseen=_COUNT, kinds=_list(_TEXT), completes=_list(_named("Block"))),
    "Report": _object(
        hand=_TEXT,
        tiles=_TEXT,
        copies=_TEXT,
        melds=_list(_named("Block")),
        forms=_list(_TEXT),
        shanten={"type": "integer", "minimum": -1},
        distance=_COUNT,
        name=_object(ja=_TEXT, romaji=_TEXT),
        arrangement_count=_COUNT,
        arrangements=_list(_list(_named("Block"))),
        nearest=_object(
            pieces=_list(_object(tiles=_TEXT, missing=_COUNT, words=_list(_named("Word")))), spare=_TEXT
        ),
        kinds_of_wait=_list(_TEXT),
        waits=_list(_named("Wait")),
        accepts=_list(_named("Accept")),
        way_count=_COUNT,
        ways=_list(
            _object(
                kind=_TEXT,
                complete=_list(_TEXT),
                rest=_TEXT,
                draws=_list(_object(tile=_TEXT, completes=_TEXT)),
            )
        ),
        discards=_list(_named("Discard")),
    ),
    "Deal": _object(
        hand=_TEXT,
        level=_COUNT,
        seed=_TEXT,
        kind=_TEXT,
        form=_TEXT,
        lexicon=_TEXT,
        tiles=_TEXT,
        blocks=_COUNT,
        arrangement_count=_COUNT,
        words={"type": "object", "additionalProperties": _list(_named("Word"))},
    ),
    "Words": _object(lexicon=_TEXT, size=_COUNT, count=_COUNT, keys=_TEXT),
    "Found": _list({"type": "object"}),
    "Waits": {"type": "object"},
    "Info": _object(
        name=_TEXT,
        version=_TEXT,
        backend=_TEXT,
        lexicon=_TEXT,
        lexicons=_list(_object(name=_TEXT, words=_COUNT, keys={"type": "object"})),
        tiles=_list(
            _object(name=_TEXT, notation=_TEXT, size=_COUNT, kinds=_list(_TEXT), copies=_list(_COUNT))
        ),
        forms=_list(_TEXT),
        copies=_list(_TEXT),
        levels=_list(_COUNT),
        letters=_COUNT,
        draws=_COUNT,
        game={"type": "boolean"},
    ),
    "Game": {"type": "object"},
}
_ANSWERS = {
    "info": "Info",
    "judge": "Report",
    "chances": "Report",
    "deal": "Deal",
    "words": "Words",
    "find": "Found",
    "waits": "Waits",
}


def document() -> dict[str, Any]:
    """The OpenAPI document of the interface.

    >>> document()["paths"]["/api/v1/judge"]["get"]["parameters"][0]["name"]
    'hand'
    """
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "kanamj",
            "version": __version__,
            "description": "Hands of hiragana word mahjong, judged. The JSON is that of the commands' --json.",
        },
        "paths": {
            f"/{PREFIX}{route.name}": {route.method.lower(): _operation(route)} for route in ROUTES.values()
        },
        "components": {"schemas": _SCHEMAS},
    }


def _operation(route: Route) -> dict[str, Any]:
    schema = _named(_ANSWERS[route.name]) if route.name in _ANSWERS else {"type": "object"}
    operation: dict[str, Any] = {
        "operationId": route.name.partition(".")[0],
        "summary": route.about,
        "parameters": [_parameter(parameter) for parameter in route.parameters],
        "responses": {
            "200": {"description": "the answer", "content": {"application/json": {"schema": schema}}},
            "default": {
                "description": "what is wrong: 4xx with the question, 503 too long or too many at once",
                "content": {"application/json": {"schema": _named("Error")}},
            },
        },
    }
    if route.method == "POST":
        content = {"application/json": {"schema": {"type": "object"}}}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _parameter(parameter: Parameter) -> dict[str, Any]:
    if parameter.is_number:
        schema: dict[str, Any] = {"type": "integer", "minimum": parameter.least, "maximum": parameter.most}
    elif parameter.choices:
        schema = {"type": "string", "enum": list(parameter.choices)}
    else:
        schema = {"type": "string", "maxLength": parameter.most}
    if parameter.default:
        schema["default"] = int(parameter.default) if parameter.is_number else parameter.default
    if parameter.many > 1:
        schema = {"type": "array", "items": schema, "maxItems": parameter.many}
    found = {
        "name": parameter.name,
        "in": "query",
        "description": parameter.about,
        "required": parameter.default is None,
        "schema": schema,
    }
    return found | ({"example": parameter.example} if parameter.example else {})
