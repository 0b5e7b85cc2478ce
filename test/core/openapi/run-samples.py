# Runs the samples on standard input, a list of {id, code}, and prints what went wrong: {id, error}. An answer of
# the service that is an error is none here: the test compares the answers.
import contextlib, io, json, sys
import requests

wrong = []
for sample in json.load(sys.stdin):
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(sample["code"], sample["id"], "exec"), {})
    except requests.exceptions.HTTPError:
        pass
    except BaseException as error:
        wrong.append({"id": sample["id"], "error": repr(error)})
print(json.dumps(wrong))
