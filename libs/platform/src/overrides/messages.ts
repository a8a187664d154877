/** The texts of the release tools. A separate catalog, so that it loads only with them. */
import { defineMessages } from '../i18n/defineMessages';

export const t = defineMessages({
  overrides: 'Overridden releases',
  runsFromMachine: '{slice} runs from {origin}.',
  runsRelease: '{slice} runs release {version} instead of the one for everyone.',
  failedFromMachine: '{slice} could not be loaded from {origin} ({failure}); the released version runs.',
  failedRelease: '{slice} does not run release {version} ({failure}); the released version runs.',
  unlisted: 'this environment does not list it',
  noMachine: 'this environment allows no releases from developers’ machines',
  noSandbox: 'a build on this machine has no sandbox, and this slice needs one: publish the build first',
  reset: 'Reset',

  title: 'Releases on this page',
  onPage: 'On this page: {regions}',
  elsewhere: 'Not on this page',
  asEveryone: 'As for everyone',
  released: 'Released {version}',
  canary: 'Canary {version}, {percent}% of visitors',
  earlier: 'Fallback {version}',
  listed: 'Listed {version}',
  machine: 'A build on this machine',
  port: 'Port on localhost for {slice}',
  run: 'Load with these releases',
  copyLink: 'Copy link',
  copied: 'Link copied',
  copyFailed: 'Couldn’t copy the link',
  outlines: 'Show outlines',
  region: '{slice} {version} · {owner}',
});
