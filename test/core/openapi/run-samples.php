<?php
// The same as run-samples.py, for PHP. A warning counts as an error.
set_error_handler(function ($level, $message) {
  throw new ErrorException($message);
});
$wrong = [];
foreach (json_decode(file_get_contents("php://stdin"), true) as $sample) {
  ob_start();
  try {
    (static function ($code) {
      eval("?>" . $code);
    })($sample["code"]);
  } catch (Throwable $error) {
    if (get_class($error) !== "Exception") {
      $wrong[] = ["id" => $sample["id"], "error" => get_class($error) . ": " . $error->getMessage()];
    }
  }
  ob_end_clean();
}
echo json_encode($wrong);
