# The MCP server over HTTP, with a browser beside it: not root, one port, a token.
#
#   docker build -t viewmark .
#   docker run --rm --init -p 127.0.0.1:8931:8931 -e VIEWMARK_TOKEN viewmark
#
# Without VIEWMARK_TOKEN (16 or more characters) it refuses to listen. Options follow the name of the
# image: `viewmark --allow-host viewmark` is needed for clients in other containers.
# Rust 1.99 and Debian 13; dependabot proposes newer digests.
FROM rust:1-slim-trixie@sha256:70d3b1a5e21806b8615c3fb2a59abea6e931aa29bf93f0a9d9c46e743beae096 AS build
RUN apt-get update && apt-get install --yes --no-install-recommends python3-venv \
    && python3 -m venv /opt/build
WORKDIR /src
COPY Cargo.toml Cargo.lock pyproject.toml README.md LICENSE-APACHE LICENSE-MIT ./
COPY rust rust
COPY python python
RUN /opt/build/bin/pip wheel --no-cache-dir --wheel-dir /wheels ".[mcp]"

FROM debian:trixie-slim@sha256:a29215f6a35e51e22adffa17f89e9d2ef06214e64a2bad10d765c46aea49f11f
RUN apt-get update && apt-get install --yes --no-install-recommends \
        ca-certificates chromium fonts-liberation fonts-noto-color-emoji python3-venv \
    && rm -rf /var/lib/apt/lists/* \
    && useradd --create-home --uid 1000 viewmark
# A container gives Chromium neither the rights that its sandbox needs nor much of /dev/shm, so the
# container is the sandbox: one for each circle of trust. With a seccomp profile that lets Chromium
# make namespaces (--security-opt seccomp=chrome.json), -e VIEWMARK_SANDBOX=1 keeps its own as well.
COPY <<'FLAGS' /etc/chromium.d/viewmark
export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --disable-dev-shm-usage"
[ -n "$VIEWMARK_SANDBOX" ] || export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --no-sandbox"
FLAGS
RUN --mount=type=bind,from=build,source=/wheels,target=/wheels \
    python3 -m venv /opt/viewmark \
    && /opt/viewmark/bin/pip install --no-cache-dir --no-index --find-links /wheels "viewmark[mcp]"
ENV PATH=/opt/viewmark/bin:$PATH
USER viewmark
WORKDIR /home/viewmark
EXPOSE 8931
HEALTHCHECK CMD ["python3", "-c", "import socket; socket.create_connection(('127.0.0.1', 8931), 3)"]
ENTRYPOINT ["viewmark", "mcp", "--http", "--host", "0.0.0.0"]
