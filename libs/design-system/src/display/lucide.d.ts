/** Lucide has types for all of its icons together only: two megabytes, which each project would read. */
declare module 'lucide/dist/esm/icons/*' {
  const shapes: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[];
  export { shapes as default };
}
