/** A small invoice file with one example of each irregularity of real invoice files. */
export const SAMPLE = `InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country
1,TEE,"TEE, ""WHITE""",6,01/12/2010 08:26,2.55,17850,United Kingdom
1,POT,,2,01/12/2010 08:27,0.005,17850,United Kingdom
1,TEE,TEE £ ,4,01/12/2010 08:26,2.1,17850,United Kingdom
2,MUG,MUG,1,01/12/2010 08:28,4,,United Kingdom
3,BOX,BOX,74215,01/12/2010 08:29,1.04,12346,France
3,GIFT,GIFT,30000,01/12/2010 08:29,0,12346,France
C4,TEE,TEE,-7,01/12/2010 09:00,2.55,17850,United Kingdom
C4,POT,,-1,01/12/2010 09:00,0.01,17850,United Kingdom
5,TEE,TEE,3,02/12/2010 10:00,2.5,17850,United Kingdom
C6,TEE,TEE,-3,02/12/2010 11:00,2.5,17850,United Kingdom
C6,POT,,-1,02/12/2010 11:00,0.01,17850,United Kingdom
C6,TEE,TEE,-4,02/12/2010 11:00,2.5,17850,United Kingdom
C6,MUG,MUG,-1,02/12/2010 11:00,4,17850,United Kingdom
C6,BOX,BOX,-1,02/12/2010 11:00,1.04,,France
C7,BOX,BOX,-74215,02/12/2010 12:00,1.04,12346,France
C7,BOX,BOX,1,02/12/2010 12:00,1.04,12346,France
8,MUG,MUG,-1,02/12/2010 13:00,4,12346,France
8,MUG,MUG,0,02/12/2010 13:00,4,12346,France
8,BADDEBT,Adjust bad debt,1,02/12/2010 13:00,-11062.06,12346,France
8,MUG,MUG,1.5,02/12/2010 13:00,4,12346,France
8,MUG,MUG,1,31/02/2010 13:00,4,12346,France
9,MUG,M`;

/** The file's sums, calculated by hand. */
export const SAMPLE_SUMS = {
  orders: 3,
  "order lines": 6,
  "units ordered": 104230,
  // 15.30 + 0.01 + 8.40, 77183.60 and 7.50
  "value ordered (GBP)": "77214.81",
  returns: 5,
  "units returned": 74227,
  // 15.30 + 2.10, 0.01, 7.50, 0.00 and 77183.60
  "refunds (GBP)": "77208.51",
  "returns complete": 5,
};

export const SAMPLE_SKIPPED = {
  "row cut short": { lines: 1, units: 0 },
  "invoice line without customer": { lines: 1, units: 1 },
  "cancellation line without customer": { lines: 1, units: 1 },
  "cancellation line of more units than any one earlier order has left": { lines: 1, units: 4 },
  "cancellation line of a product in no earlier order of the customer": { lines: 1, units: 1 },
  "cancellation line with a positive quantity": { lines: 1, units: 1 },
  "invoice line with a negative quantity": { lines: 1, units: 1 },
  "invoice line of no units": { lines: 1, units: 0 },
  "invoice line with a negative price": { lines: 1, units: 1 },
  "invoice line with an unreadable quantity, price or date": { lines: 2, units: 2 },
};
