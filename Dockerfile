# One image for every process of docker-compose.yml: web, worker, migrate, backup.
FROM node:22.20.0-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci --include=dev --no-audit --no-fund
COPY . .
RUN node server/build.mjs && npm prune --omit=dev --no-audit --no-fund

FROM node:22.20.0-bookworm-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build --chown=root:root /app/package.json ./
COPY --from=build --chown=root:root /app/node_modules ./node_modules
COPY --from=build --chown=root:root /app/dist ./dist
COPY --from=build --chown=root:root /app/build ./build
COPY --from=build --chown=root:root /app/db/migrations ./db/migrations
COPY --from=build --chown=root:root /app/server/backup/daily.sh ./server/backup/daily.sh
RUN mkdir /backups && chown node:node /backups
USER node
EXPOSE 3000
CMD ["node", "--enable-source-maps", "dist/web.js"]
