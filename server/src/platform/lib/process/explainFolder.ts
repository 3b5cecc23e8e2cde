/** Says of a folder, named by a variable, that it cannot be written, and what to do; other errors are passed on. */
export async function explainFolder<T>(
  variable: string,
  folder: string,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (cause) {
    if (!(cause instanceof Error && 'syscall' in cause)) throw cause;
    throw new Error(
      `${variable} ${folder} cannot be used (${cause.message}): choose a folder that is yours and can be ` +
        'written, or start Fairlead as the user whose folder it is',
      { cause },
    );
  }
}
