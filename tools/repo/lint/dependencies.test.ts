/** The dependency rule: each forbidden import fails lint, and a similar allowed one passes. */
import { execFileSync } from 'node:child_process';
import { ESLint } from 'eslint';
import { beforeAll, describe, expect, it } from 'vitest';

const root = `${import.meta.dirname}/../../..`;
process.env.NX_DAEMON = 'false';
const eslint = new ESLint({ cwd: root });

/** The messages of the boundary rule for one import statement in a file of the workspace. */
async function messages(filePath: string, statement: string): Promise<string[]> {
  const [result] = await eslint.lintText(`${statement}\n`, { filePath: `${root}/${filePath}` });
  return (result?.messages ?? [])
    .filter(({ ruleId }) => ruleId === '@nx/enforce-module-boundaries')
    .map(({ message }) => message);
}

const forbidden = [
  ['a slice may not use the backend client', 'apps/marketplace/src/x.ts', "import '@supabase/supabase-js';"],
  [
    'a slice may not use federation',
    'apps/marketplace/src/x.ts',
    "import '@module-federation/enhanced/runtime';",
  ],
  ['a slice may not import a router', 'apps/marketplace/src/x.ts', "import 'react-router-dom';"],
  ['a slice may not import the styling library', 'apps/marketplace/src/x.ts', "import 'styled-components';"],
  ['a slice may not import another slice', 'apps/marketplace/src/x.ts', "import '@slipway/auth/src/slice';"],
  ['a slice may not reach into another slice', 'apps/marketplace/src/x.ts', "import '../../auth/src/slice';"],
  ['a slice may not import the shell', 'apps/auth/src/x.ts', "import '../../shell/src/pages';"],
  ['a slice may not import test support', 'apps/auth/src/x.ts', "import '@slipway/testing';"],
  ['a library may not import test support', 'libs/session/src/x.ts', "import '@slipway/testing';"],
  ['a slice may not import a tool', 'apps/auth/src/x.ts', "import '@slipway/cli';"],
  ['contracts import no other project', 'libs/contracts/src/x.ts', "import '@slipway/data';"],
  ['the design system imports no session', 'libs/design-system/src/x.ts', "import '@slipway/session';"],
  ['the logger imports no other library', 'libs/log/src/x.ts', "import '@slipway/contracts';"],
  ['state imports no other library', 'libs/state/src/x.ts', "import '@slipway/log';"],
  ['keys import no other library', 'libs/keys/src/x.ts', "import '@slipway/contracts';"],
  ['data may not import the session', 'libs/data/src/x.ts', "import '@slipway/session';"],
  ['session may not import components', 'libs/session/src/x.ts', "import '@slipway/design-system';"],
  ['session may not import the router', 'libs/session/src/x.ts', "import 'react-router-dom';"],
  ['platform may not import the styling library', 'libs/platform/src/x.ts', "import 'styled-components';"],
  ['the workshop may not import platform', 'tools/workshop/src/x.tsx', "import '@slipway/platform';"],
  [
    'the gateway may not import the backend client',
    'libs/gateway/src/x.ts',
    "import '@supabase/supabase-js';",
  ],
  ['the gateway may not import browser code', 'libs/gateway/src/x.ts', "import '@slipway/platform';"],
  ['a slice may not import the gateway', 'apps/marketplace/src/x.ts', "import '@slipway/gateway';"],
  ['health may not import browser code', 'libs/health/src/x.ts', "import '@slipway/platform';"],
  ['the page may not import the collector', 'libs/platform/src/x.ts', "import '@slipway/health';"],
  ['the console may not import platform', 'apps/console/src/x.ts', "import '@slipway/platform';"],
  ['the console may not import the styling library', 'apps/console/src/x.ts', "import 'styled-components';"],
  ['a slice may not import the console', 'apps/auth/src/x.ts', "import '@slipway/console/src/App';"],
  ['a tool may not import browser code', 'tools/cli/src/x.ts', "import '@slipway/platform';"],
] as const;

const allowed = [
  ['the console has its own router', 'apps/console/src/x.ts', "import 'react-router-dom';"],
  ['the workshop imports the design system', 'tools/workshop/src/x.tsx', "import '@slipway/design-system';"],
  ['data owns the backend client', 'libs/data/src/x.ts', "import '@supabase/supabase-js';"],
  ['platform owns federation', 'libs/platform/src/x.ts', "import '@module-federation/enhanced/runtime';"],
  ['platform owns the router', 'libs/platform/src/x.ts', "import 'react-router-dom';"],
  ['a slice logs', 'apps/marketplace/src/x.ts', "import '@slipway/log';"],
  ['the design system uses state', 'libs/design-system/src/x.ts', "import '@slipway/state';"],
  ['the gateway checks keys', 'libs/gateway/src/x.ts', "import '@slipway/keys';"],
  ['a slice imports the libraries', 'apps/marketplace/src/x.ts', "import '@slipway/design-system';"],
  [
    "a slice's build file imports the build tools",
    'apps/marketplace/rspack.config.ts',
    "import '@slipway/build';",
  ],
  ["a slice's test imports test support", 'apps/auth/src/x.test.ts', "import '@slipway/testing';"],
] as const;

describe('the dependency rule', () => {
  // The rule reads Nx's cached project graph; without one it warns and passes everything.
  beforeAll(() => {
    execFileSync('npx', ['nx', 'show', 'projects'], { cwd: root });
  });

  it.each(forbidden)('rejects: %s', async (_rule, file, statement) => {
    expect(await messages(file, statement)).not.toEqual([]);
  });

  it.each(allowed)('allows: %s', async (_rule, file, statement) => {
    expect(await messages(file, statement)).toEqual([]);
  });
});
