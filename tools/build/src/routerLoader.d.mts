export default function unnameComponents(source: string): string;
