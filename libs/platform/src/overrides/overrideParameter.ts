/** The query parameter for an override, as in `?slice=billing@0123456789abcdef`. */
export const OVERRIDE = 'slice';
