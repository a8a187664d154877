/** The parts of the router that pages use. Sharing the whole package would add 50 KB of unused code. */
export { Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router-dom';
export { useSearchParams } from './useSearchParams';
