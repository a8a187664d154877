/** Steps of the workflows that cannot run in a test, by their whole script. `execution.test.ts` compares them with the files. */

interface Replaced {
  reason: string;
  /** What happens instead; nothing by default. */
  does?: 'link packages';
}

const container = {
  reason: 'it needs a container runtime; tools/repo/lint/containers.test.ts reads the Containerfiles',
};
const hosted = {
  reason: 'it needs a hosted project; supabase/tests/hostedPush.test.ts runs it on a database like one',
};

export const replaced: ReadonlyMap<string, Replaced> = new Map<string, Replaced>([
  [
    'npm ci --no-audit --no-fund',
    { reason: 'it takes minutes for each job, and needs the registry', does: 'link packages' },
  ],
  ['npx playwright install --with-deps chromium', { reason: 'it installs packages of the system' }],
  ['npm test', { reason: 'it runs this test' }],
  ['docker build -f "apps/$SERVICE/Containerfile" -t "$IMAGE" .', container],
  [
    'printf %s "$REGISTRY_PASSWORD" | docker login "$REGISTRY" --username "$REGISTRY_USER" --password-stdin',
    container,
  ],
  ['docker push "$IMAGE"', container],
  ['npx slipway doctor --hosted --env staging', hosted],
  ['npx slipway doctor --hosted --env production', hosted],
]);
