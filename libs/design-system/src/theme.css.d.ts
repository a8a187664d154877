/** Stylesheets are imported for their side effect. */
export {};
