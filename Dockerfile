# One image for web, streams, worker, scheduler and the one-off `prepare`; compose.yaml sets the command of each. At run
# time it writes to /data and /tmp only.
FROM python:3.11-slim AS build
WORKDIR /app
RUN pip install --no-cache-dir uv==0.13.9
COPY pyproject.toml uv.lock ./
RUN uv sync --frozen --no-cache --all-extras

FROM build AS client
RUN uv sync --frozen --no-cache --group bundling
COPY project project
COPY events events
RUN .venv/bin/python -m project.web.bundling

FROM python:3.11-slim
RUN useradd --system --uid 10001 comptoir && mkdir /data && chown comptoir /data
WORKDIR /app
COPY --from=build /app/.venv /app/.venv
COPY LICENSES LICENSES
COPY manage.py ./
COPY project project
COPY games games
COPY events events
COPY bots bots
COPY --from=client /app/build/client build/client
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1 STATIC_MANIFEST=true LOG_FORMAT=json COMPTOIR_DATA=/data
RUN python manage.py collectstatic --no-input --verbosity 0
USER comptoir
VOLUME /data
EXPOSE 8000
CMD ["python", "-m", "project.serving.server", "--host", "0.0.0.0", "--port", "8000"]
