/** Returns a function that adds up amounts, and runs `work` each time that their sum has reached `limit`. */
export function afterEach(limit: number, work: () => void): (amount: number) => void {
  let sum = 0;
  return (amount) => {
    sum += amount;
    if (sum < limit) return;
    sum = 0;
    work();
  };
}
