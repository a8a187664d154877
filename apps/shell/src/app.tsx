/**
 * Starts the shell with its frame and pages. The composition decides which slices run. React is evaluated first: it
 * creates errors, and to look up their lines Chromium parses each waiting module once more.
 */
import 'react-dom/client';
import { markEnterPresses } from '@slipway/design-system';
import { startHost } from '@slipway/platform';
import { log } from '@slipway/log';
import { manifest } from '../shell.manifest';
import { adoptStyles } from './adoptStyles';
import { Frame } from './Frame';
import { pages } from './pages';
import { removePrerendered } from './prerendered';
import { hideStartFailure, showStartFailure } from './startFailure';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root"');

markEnterPresses();
const applyStyles = adoptStyles();
const screens = {
  onStyles: applyStyles,
  onStart: () => {
    removePrerendered(root);
    hideStartFailure();
  },
  onCrash: showStartFailure,
};
startHost({ manifest, pages, frame: Frame, ...screens }, root).catch((error: unknown) => {
  log.error('the app failed to start', error);
  showStartFailure();
});
