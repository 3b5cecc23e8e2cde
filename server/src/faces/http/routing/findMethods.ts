import { basesOf, methodsOf, type OperationDeclaration } from '@fairlead/contract/operation';

/** The methods that a path has, for the `Allow` of a 405; none if there is no such path. */
export type MethodFinder = (path: string) => readonly string[];

/** `others` are paths beside the operations, with their methods. */
export function createMethodFinder(
  operations: readonly OperationDeclaration[],
  others: readonly (readonly [path: string, methods: readonly string[]])[],
): MethodFinder {
  const known = operations.flatMap((operation) =>
    basesOf(operation).map((base) => [base + operation.path, servedMethodsOf(operation)] as const),
  );
  const patterns = [...known, ...others].map(([path, methods]) => ({
    pattern: new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
    methods,
  }));
  return (path) => {
    const found = patterns.filter(({ pattern }) => pattern.test(path));
    return [...new Set(found.flatMap(({ methods }) => methods))];
  };
}

/** HEAD is answered wherever GET is. */
export function servedMethodsOf(operation: OperationDeclaration): string[] {
  const methods = methodsOf(operation);
  return methods.includes('GET') ? [...methods, 'HEAD'] : [...methods];
}
