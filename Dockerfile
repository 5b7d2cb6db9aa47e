FROM node:20-slim AS build
WORKDIR /app
COPY . .
RUN npm ci && npm run build && npm prune --omit=dev

FROM node:20-slim
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/packages ./packages
RUN ln -s /app/packages/server/dist/cli/main.js /usr/local/bin/palimpsest \
  && chmod +x packages/server/dist/cli/main.js \
  && install -d -o node -g node -m 0700 /data
ENV NODE_ENV=production
ENV PALIMPSEST_DATA_DIR=/data
ENV PALIMPSEST_HOST=0.0.0.0
ENV PALIMPSEST_PORT=7077
USER node
VOLUME /data
EXPOSE 7077
HEALTHCHECK --start-period=30s CMD ["node", "-e", "fetch('http://127.0.0.1:7077/readyz').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "packages/server/dist/cli/main.js", "serve"]
