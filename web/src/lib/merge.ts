// Merge patches (RFC 7386): what is absent has not changed, what is null is gone, objects are merged.

/** A value after a patch; nothing that was there before is changed itself. */
export function merged(before: unknown, patch: unknown): unknown {
  if (!isObject(patch)) return patch;
  const after = new Map(isObject(before) ? Object.entries(before) : []);
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) after.delete(name);
    else after.set(name, merged(after.get(name), value));
  }
  return Object.fromEntries(after);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
