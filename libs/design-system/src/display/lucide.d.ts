/** Lucide has one type declaration for all icons, of two megabytes, which each project would parse. */
declare module 'lucide/dist/esm/icons/*' {
  const shapes: readonly (readonly [name: string, attributes: Readonly<Record<string, string>>])[];
  export { shapes as default };
}
