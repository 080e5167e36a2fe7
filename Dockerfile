# The server and its commands: `docker build --tag museum .`, then see compose.yaml and docs/install.md.
#
# Not tried: the build and the container itself, for want of a registry of images where this was written. Tried without
# Docker: each step of the build, by hand and in this order, and its result in a read-only root file system with the
# user 10001 (deploy/image.deployment.test.ts).

# The Node with which the tests run. Debian with glibc, since the library that draws tickets has no use for musl here.
FROM node:26.10.0-bookworm-slim AS build
WORKDIR /build
COPY . .
RUN npx --yes pnpm@12.21.0 install --frozen-lockfile \
 && npx --yes pnpm@12.21.0 --filter @museum/server exec tsc -b \
 # The pages for staff.
 && node apps/desk/build.mjs apps/server/dist/desk \
 # The server with its dependencies, in the versions of the lockfile, without what only tests need.
 && npx --yes pnpm@12.21.0 --filter @museum/server deploy --prod --config.injectWorkspacePackages=true /app

FROM node:26.10.0-bookworm-slim
# npm and yarn are not needed to run the server.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /opt/yarn* /usr/local/bin/yarn* \
 && printf '#!/bin/sh\nexec node /app/dist/commands/museum.js "$@"\n' > /usr/local/bin/museum \
 && chmod 755 /usr/local/bin/museum \
 && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /app /app
# A number, so that Kubernetes can check that it is not root.
USER 10001:10001
WORKDIR /data
# Only /data is written to: the embedded database, and the password of the first administrator.
VOLUME /data
ENV NODE_ENV=production \
    MUSEUM_HOST=0.0.0.0 \
    MUSEUM_DATABASE_URL=sqlite:/data/museum.sqlite
EXPOSE 8080
# Node is the process 1 and gets the signal: the server answers the requests in progress, within 18 seconds.
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
  CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.MUSEUM_PORT || 8080}/healthz`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/commands/museum.js"]
CMD ["serve"]
