"""The client of the Sonde API for Python 3.9 and later; it needs the standard library alone.

    from sonde_client import Sonde, SondeError

    sonde = Sonde("https://sonde.example", key="...")
    print(sonde.call("GET /api/v1/dns-monitoring/stats"))
    for threat in sonde.items("GET /api/v1/dns-monitoring/threats"):
        print(threat["severity"], threat["subject"])
"""

from __future__ import annotations

import json
import random
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
from email.utils import parsedate_to_datetime
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Union

_Value = Union[str, int, float, bool, None]


class SondeError(Exception):
    """The API refused a call. Programs decide by `code`, which is stable; `status` is that of HTTP."""

    def __init__(self, status: int, answer: Mapping[str, Any], headers: Mapping[str, str]) -> None:
        super().__init__(answer.get("error") or f"The server answered with status {status}.")
        self.status = status
        self.code: str = answer.get("code") or "unknown"
        self.request_id: Optional[str] = answer.get("request_id") or headers.get("x-request-id")
        self.details: List[Dict[str, str]] = list(answer.get("details") or [])
        self.retry_after = _retry_after(headers.get("retry-after"))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """The key is for this server alone."""

    def redirect_request(self, *_: Any) -> None:
        return None


class SondeBase:
    """Calls operations by their method and path."""

    def __init__(
        self,
        url: str,
        key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        retries: int = 3,
        max_wait: float = 30.0,
        context: Any = None,
    ) -> None:
        parts = urllib.parse.urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError("url: http or https is needed")
        self._base = url.rstrip("/")
        self._key = key
        self._timeout = timeout
        self._retries = retries
        self._max_wait = max_wait
        handlers: List[Any] = [_NoRedirect()]
        if context is not None:
            handlers.append(urllib.request.HTTPSHandler(context=context))
        self._opener = urllib.request.build_opener(*handlers)

    def call(
        self,
        operation: str,
        *,
        params: Optional[Mapping[str, _Value]] = None,
        query: Optional[Mapping[str, Any]] = None,
        headers: Optional[Mapping[str, str]] = None,
        body: Any = None,
        content_type: str = "application/json",
    ) -> Any:
        """Calls one operation, `METHOD /path`. Returns the answer's JSON, or its bytes if it is none."""
        with self._open(operation, params, query, headers, body, content_type) as answer:
            content = answer.read()
            if not content:
                return None
            if "json" in answer.headers.get("content-type", "") and "ndjson" not in answer.headers.get("content-type", ""):
                return json.loads(content)
            return content

    def lines(
        self,
        operation: str,
        *,
        params: Optional[Mapping[str, _Value]] = None,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
    ) -> Iterator[Any]:
        """Calls an operation that answers JSON lines, and gives each as it comes."""
        with self._open(operation, params, query, {"Accept": "application/x-ndjson"}, body, "application/json") as answer:
            for line in answer:
                if line.strip():
                    yield json.loads(line)

    def items(
        self,
        operation: str,
        *,
        params: Optional[Mapping[str, _Value]] = None,
        query: Optional[Mapping[str, Any]] = None,
    ) -> Iterator[Any]:
        """Reads a list page after page, as far as the loop goes."""
        asked: Dict[str, Any] = dict(query or {})
        while True:
            answer = self.call(operation, params=params, query=asked)
            lists = [value for name, value in answer.items() if isinstance(value, list) and name != "addresses"]
            page = lists[0] if lists else []
            yield from page
            offset = answer.get("offset")
            if isinstance(answer.get("next_cursor"), str):
                asked["cursor"] = answer["next_cursor"]
            elif isinstance(offset, int) and page and offset + len(page) < int(answer.get("count", 0)):
                asked["offset"] = offset + len(page)
            else:
                return

    def export_queries(self, **query: Any) -> Iterator[Any]:
        """Exports all stored queries that a filter finds, in one answer that streams."""
        return self.lines("GET /api/v1/dns-monitoring/queries", query={**query, "format": "ndjson"})

    def _open(
        self,
        operation: str,
        params: Optional[Mapping[str, _Value]],
        query: Optional[Mapping[str, Any]],
        headers: Optional[Mapping[str, str]],
        body: Any,
        content_type: str,
    ) -> Any:
        method, path = operation.split(" ", 1)
        for name, value in (params or {}).items():
            path = path.replace("{" + name + "}", urllib.parse.quote(str(value), safe=""))
        if "{" in path:
            raise TypeError(f"{operation} needs its params")
        url = self._base + path
        asked = _asked(query or {})
        if asked:
            url += "?" + urllib.parse.urlencode(asked)
        sent: Dict[str, str] = {"Accept": "application/json", **(headers or {})}
        if self._key is not None:
            sent["Authorization"] = f"Bearer {self._key}"
        data: Optional[bytes] = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent["Content-Type"] = content_type
        repeatable = method in ("GET", "HEAD", "PUT", "DELETE") or "X-Batch-Id" in sent
        for attempt in range(1, self._retries + 2):
            request = urllib.request.Request(url, data=data, headers=sent, method=method)
            refusal: Optional[SondeError] = None
            try:
                return self._opener.open(request, timeout=self._timeout)
            except urllib.error.HTTPError as error:
                refusal = _error_of(error)
            except (urllib.error.URLError, socket.timeout, ConnectionError):
                if not repeatable or attempt > self._retries:
                    raise
            wait = 0.5 * 2 ** (attempt - 1) if refusal is None or refusal.retry_after is None else refusal.retry_after
            wait += random.random() * 0.5
            may = refusal is None or refusal.status == 429 or (
                refusal.status == 503 and (repeatable or refusal.code == "overloaded")
            )
            if refusal is not None and (not may or attempt > self._retries or wait > self._max_wait + 1):
                raise refusal
            time.sleep(wait)
        raise AssertionError("not reached")


def _asked(query: Mapping[str, Any]) -> List[Tuple[str, str]]:
    asked: List[Tuple[str, str]] = []
    for name, value in query.items():
        for one in value if isinstance(value, (list, tuple)) else [value]:
            if one is not None:
                asked.append((name, str(one).lower() if isinstance(one, bool) else str(one)))
    return asked


def _error_of(error: urllib.error.HTTPError) -> SondeError:
    headers = {name.lower(): value for name, value in error.headers.items()}
    try:
        answer = json.loads(error.read())
    except (ValueError, OSError):
        answer = {}
    return SondeError(error.code, answer if isinstance(answer, dict) else {}, headers)


def _retry_after(header: Optional[str]) -> Optional[float]:
    if header is None:
        return None
    if header.strip().isdigit():
        return float(header)
    try:
        return max(0.0, parsedate_to_datetime(header).timestamp() - time.time())
    except (TypeError, ValueError):
        return None
