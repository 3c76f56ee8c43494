# The platform with the dashboard inside. Data lives in the volume /data.
FROM node:20-bookworm-slim AS build
WORKDIR /src
COPY . .
RUN npm ci --ignore-scripts && npm run build

FROM node:20-bookworm-slim
RUN apt-get update \
 && apt-get install -y --no-install-recommends postgresql-15 \
 && rm -rf /var/lib/apt/lists/*
WORKDIR /app
COPY --from=build /src/package.json /src/package-lock.json ./
COPY --from=build /src/apps/platform ./apps/platform
COPY --from=build /src/packages ./packages
RUN npm ci --omit=dev --ignore-scripts && mkdir /data && chown node /data
USER node
ENV BASEDECK_DATA_DIR=/data
VOLUME /data
# Reached from outside of the container it has accounts; the address of the first one is in its output.
ENV BASEDECK_HOST=0.0.0.0
EXPOSE 8787 8788
CMD ["node", "apps/platform/dist/main.js"]
