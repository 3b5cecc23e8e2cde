export interface SwiftField {
  readonly name: string;
  /** Without the question mark; empty where a default says it. */
  readonly type: string;
  /** It may be nil, or has a default. */
  readonly optional: boolean;
}

/** The stored properties of every struct, by its name; names are unique in the file. */
export function readStructs(source: string): ReadonlyMap<string, readonly SwiftField[]> {
  const structs = new Map<string, SwiftField[]>();
  const open: { readonly name: string | undefined; readonly depth: number }[] = [];
  let depth = 0;
  for (const line of source.split('\n')) {
    const code = line.replace(/\/\/.*/, '').replaceAll(/"(?:[^"\\]|\\.)*"/g, '""');
    const struct = /^\s*(?:public )?struct (\w+)/.exec(code)?.[1];
    const field = /^\s*(?:public )?(?:let|var) (\w+)(?:: ([^={]+?)(\?)?| (=) .+)\s*$/.exec(code);
    const owner = open.at(-1);
    if (field && owner?.name !== undefined && owner.depth === depth) {
      const [, name = '', type = '', mark, byDefault] = field;
      const optional = mark !== undefined || byDefault !== undefined;
      structs.get(owner.name)?.push({ name, type, optional });
    }
    for (const brace of code.match(/[{}]/g) ?? []) {
      if (brace === '}') {
        depth -= 1;
        if (open.at(-1)!.depth > depth) open.pop();
        continue;
      }
      depth += 1;
      open.push({ name: struct, depth });
      if (struct !== undefined) structs.set(struct, []);
    }
  }
  return structs;
}
