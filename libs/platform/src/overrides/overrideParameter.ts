/** The parameter of an address that names another release of a slice, as `?slice=billing@0123456789abcdef`. */
export const OVERRIDE = 'slice';
