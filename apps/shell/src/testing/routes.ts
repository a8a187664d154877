/** The routes of a full composition, for tests. */
const route = (path: string, title: string, access: 'public' | 'signed-in') => ({ path, title, access });

export const allRoutes = [
  route('/', 'Deploy AI Agents in Seconds', 'public'),
  route('/dashboard', 'Dashboard', 'signed-in'),
  route('/login', 'Sign In', 'public'),
  route('/signup', 'Create Account', 'public'),
  route('/marketplace', 'Marketplace', 'public'),
  route('/agents', 'AI Agents', 'signed-in'),
  route('/deployments', 'Deployments', 'signed-in'),
  route('/billing', 'Billing & Usage', 'signed-in'),
];

/** A slice that is not among the fixed links. */
export const notesRoute = route('/notes', 'Your notes', 'signed-in');
export const notesEntry = { path: '/notes', label: 'Notes', access: 'signed-in' as const };
export const helpRoute = route('/help', 'Help center', 'public');
export const helpEntry = { path: '/help', label: 'Help', access: 'public' as const };
