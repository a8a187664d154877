/** The entry of the workshop: `?page=` selects a folder of the design system. */
import '@slipway/design-system/theme.css';
import './workshop.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import type { Story } from './story';
import { Workshop } from './Workshop';

const modules = import.meta.glob<{ default: Story }>('./pages/*.tsx', { eager: true });
const pages = Object.fromEntries(
  Object.entries(modules).map(([path, module]) => [
    path.replace('./pages/', '').replace('.tsx', ''),
    module.default,
  ]),
);

const query = new URLSearchParams(location.search);
document.documentElement.dir = query.get('dir') ?? 'ltr';
const name = query.get('page') ?? 'actions';

const root = document.getElementById('root');
if (!root) throw new Error('The document has no element with the id "root"');
// The app preloads the font. Otherwise the first paint has another one, and the layouts that tests measure shift.
await document.fonts.load("1rem 'Inter Variable'");
createRoot(root).render(
  <StrictMode>
    <Workshop pages={Object.keys(pages)} name={name} story={pages[name] ?? {}} />
  </StrictMode>,
);
