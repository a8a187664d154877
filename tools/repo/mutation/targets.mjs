/**
 * Projects, and the files of each whose tests must notice a change, in parts that each take minutes: `libs/session`
 * runs all parts of a project, `libs/session:accounts` one. Pages are covered by end-to-end tests instead.
 *
 * A large project lists the files where a mistake gives access, costs money or loses data. Its other files make
 * HTTP routes, texts and commands out of these: server, command-line and end-to-end tests cover them.
 */
export const targets = {
  'libs/session': {
    accounts: ['src/accounts/**/*.ts'],
    security: ['src/security/**/*.ts'],
    checks: ['src/{sessionCheck,validity,startSession,sessionState,signOut}.ts'],
    visits: ['src/*.ts', '!src/{sessionCheck,validity,startSession,sessionState,signOut}.ts'],
  },
  'libs/platform': {
    routing: ['src/routing/**/*.{ts,tsx}'],
    loading: ['src/loading/**/*.{ts,tsx}'],
    releases: ['src/releases/**/*.{ts,tsx}', 'src/overrides/*Overrides.ts'],
    composition: ['src/composition/**/*.ts', 'src/boot/{createHost,hostContext,firstPage,needsRest}.ts'],
  },
  'libs/gateway': {
    caller: ['src/{caller,callOutcomes}.ts'],
    calls: ['src/{deploymentCall,idempotentCalls,requests}.ts'],
    leases: ['src/database/{lease,leases,grants,callRecords}.ts', 'src/store.ts'],
    limits: ['src/{rateLimits,previewBudgets,tokens}.ts'],
    models: ['src/{replyCipher,endedCalls,modelRunner}.ts', 'src/models/{circuitBreaker,retryAfter}.ts'],
  },
  'libs/payments': {
    events: ['src/routes/receiveEvent.ts', 'src/jobs.ts'],
    invoices: ['src/invoices/*.ts'],
    requests: ['src/{rest,service}.ts', 'src/routes/{invoiceRoutes,paymentRoutes}.ts'],
    stripe: ['src/stripe*.ts'],
  },
  'libs/data': { all: ['src/**/*.ts'] },
  'libs/server': {
    egress: ['src/egress/*.ts'],
    requests: [
      'src/{clientAddress,environmentVariables,functionRequest,isSameSecret,limitedBody,rateLimiter}.ts',
    ],
  },
  'libs/log': { all: ['src/**/*.ts'] },
  'libs/state': { all: ['src/**/*.ts'] },
  'libs/keys': { all: ['src/**/*.ts'] },
  'libs/contracts': { all: ['src/**/*.ts'] },
  'tools/backend': {
    accounts: ['src/accounts/*.ts'],
    limits: ['src/limits/*.ts'],
    requests: ['src/requests/*.ts'],
  },
  // The rules for migrations. Its SQL is not TypeScript: access/matrix.test.ts attempts everything that it forbids.
  supabase: { lint: ['lint/{lockRules,migrationFiles}.ts'] },
  'tools/cli': {
    compose: ['src/composition/compose.ts'],
    deploy: ['src/composition/{deploy,prepare,attempt}.ts'],
    publicArea: ['src/composition/{publicArea,copyReleaseFile}.ts'],
    revisions: ['src/composition/{write,turns}.ts'],
    policy: ['src/policy/{freezes,parts,rules}.ts'],
    trust: ['src/trust/{signatures,metadata,chain,timestamps,proof,reading}.ts'],
    release: ['src/release/{publish,integrity}.ts', 'src/checks/{files,minimumTime}.ts'],
  },
  'apps/shell': { data: ['src/data/**/*.ts'] },
  'apps/auth': { data: ['src/data/**/*.ts'] },
  'apps/marketplace': { data: ['src/data/**/*.ts'] },
  'apps/agents': { data: ['src/data/**/*.ts'] },
  'apps/deployments': { data: ['src/data/**/*.ts'] },
  'apps/billing': { data: ['src/data/**/*.ts'] },
};

/**
 * Parts of which only these tests run. Nearly every test of the project loads these files, most of them on the way to
 * something else: all of them would take hours. A score can only be too low for it, never too high.
 */
export const testFiles = {
  'apps/agents:data': ['src/data/**/*.test.{ts,tsx}'],
  'apps/marketplace:data': ['src/data/**/*.test.{ts,tsx}'],
  'libs/gateway:caller': ['src/{caller,callOutcomes,deploymentCall}.test.ts'],
  'libs/gateway:calls': ['src/{deploymentCall,idempotentCalls,requests}.test.ts'],
  'libs/gateway:leases': ['src/database/{leases,grants,callRecords}*.test.ts', 'src/store*.test.ts'],
  'libs/gateway:models': ['src/{replyCipher,modelRunner,deploymentCall}.test.ts', 'src/models/*.test.ts'],
  'libs/platform:routing': ['src/routing/**/*.test.{ts,tsx}'],
  'libs/platform:loading': ['src/loading/**/*.test.{ts,tsx}'],
  'libs/platform:releases': ['src/{releases,overrides}/*.test.{ts,tsx}'],
  'libs/platform:composition': ['src/{composition,boot}/*.test.{ts,tsx}'],
  'libs/session:accounts': ['src/accounts/*.test.ts'],
  'libs/session:security': ['src/security/*.test.ts'],
  'libs/session:visits': [
    'src/{accessToken,activity,addressSession,earlierSession,idleTracker,userStorage}.test.ts',
  ],
  'libs/payments:events': ['src/{payments,payouts}.test.ts'],
  'libs/payments:requests': ['src/*.test.ts', 'src/routes/*.test.ts'],
  'libs/payments:stripe': ['src/{payments,payouts}.test.ts'],
  'libs/payments:invoices': ['src/invoices/*.test.ts'],
  'supabase:lint': ['lint/*.test.ts'],
  'tools/backend:accounts': ['src/accounts/*.test.ts'],
  'tools/backend:limits': ['src/limits/*.test.ts'],
  'tools/backend:requests': [
    'src/requests/*.test.ts',
    'src/accounts/secondFactor.test.ts',
    'src/keys/rotate.test.ts',
  ],
  'tools/cli:compose': ['src/composition/{compose,languages}.test.ts'],
  'tools/cli:deploy': ['src/composition/{deployMigrations,deployOptions,deployRace}.test.ts'],
  'tools/cli:publicArea': ['src/composition/{publicFiles,copyReleaseFile}.test.ts'],
  'tools/cli:revisions': ['src/composition/{write,storedRevision,turns}.test.ts'],
  'tools/cli:release': [
    'src/release/{publish,publishAgain}.test.ts',
    'src/checks/{files,minimumTime,minimumTimeAttacks}.test.ts',
  ],
  'tools/cli:trust': ['src/trust/{signatures,metadata,chain,timestamps,proof,reading}.test.ts'],
  'tools/cli:policy': ['src/policy/{freezes,parts,rules}.test.ts'],
};

/** Tests and their helpers, texts, lists of exports, generated types. */
export const excluded = [
  '**/*.test.*',
  '**/testing/**',
  '**/tests/**',
  '**/messages.ts',
  '**/index.ts',
  '**/*.types.ts',
];
