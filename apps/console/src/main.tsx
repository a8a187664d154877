/** The entry of the console. */
import '@slipway/design-system/theme.css';
import { markEnterPresses } from '@slipway/design-system';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './App';
import { takeToken, watchToken } from './data/client';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root"');
takeToken(window.location, localStorage);
watchToken(window.location, localStorage, () => {
  window.location.reload();
});
markEnterPresses();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
